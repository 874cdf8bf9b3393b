-- How deliveries go is told to their notification messages by the statements that change them, many at once: a trigger
-- for each row took most of the time of writing outcomes down.
DROP TRIGGER delivery_tells_message ON webhook_delivery;
DROP FUNCTION delivery_tells_message();

-- An event has few messages: without their status in an index, changing it changes no index.
DROP INDEX notification_message_by_event;
CREATE INDEX notification_message_by_event ON notification_message (organization_id, notification_event_id);
ALTER TABLE notification_message SET (fillfactor = 85);
