-- Compatible: a nullable column, which an older program leaves empty: usage that comes late finds no credit then.
-- What of a term's credit came over from the term before it: late usage of that one draws on it.
ALTER TABLE entitlement_term ADD COLUMN carried_credit numeric;
