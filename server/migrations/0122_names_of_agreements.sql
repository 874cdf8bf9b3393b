-- Compatible: a column more, which an older program does not know.
ALTER TABLE channel_partner_agreement ADD COLUMN name text;
