-- Compatible: a new column that may be null; an older program leaves it empty and does not read it.
-- What an event amounts to beside its action: RENEW, where a change is a renewal. It repeats what the events of the terms
-- say, and so is no part of what seals are over: an older program seals beside a newer one.
ALTER TABLE event ADD COLUMN change text COLLATE "C";
