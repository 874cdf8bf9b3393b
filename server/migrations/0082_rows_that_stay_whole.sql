-- Compatible: how long rows are stored; who reads and writes them does not notice.
-- Offers and their events are written and read whole: up to half a page they stay in one row, once they are compressed,
-- and not beside it, where each piece has an index entry of its own. Locks no one who reads or writes.
ALTER TABLE offer SET (toast_tuple_target = 4080);
ALTER TABLE event SET (toast_tuple_target = 4080);
