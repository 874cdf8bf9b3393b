-- Compatible: version 0.2.0 informs the messages of deliveries itself; the column in which it counts that stays.
DROP TRIGGER delivery_tells_message ON webhook_delivery;
DROP FUNCTION delivery_tells_message();
