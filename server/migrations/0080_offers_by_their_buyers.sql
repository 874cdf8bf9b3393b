-- Compatible: version 0.2.0 finds the offers of a buyer by offer_buyer, as this one does.
DROP INDEX offer_by_buyer;
