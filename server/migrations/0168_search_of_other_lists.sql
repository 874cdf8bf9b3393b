-- Compatible: indexes, of which an older program notices nothing.
-- The indexes by which the other lists are searched: see 0167.
CALL prepare_list_search();
