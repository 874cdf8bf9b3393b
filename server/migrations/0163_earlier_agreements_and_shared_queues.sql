-- Compatible: an index and columns more. An older program takes queues without asking, and gives none to who asks.
-- Lists find an entitlement by the marketplace's id of an agreement that another has followed, whichever marketplace it is.
CREATE INDEX entitlement_agreement_by_external_id ON entitlement_agreement (organization_id, external_id);

ALTER TABLE marketplace_queue
  -- A process that reads fewer queues than another asks for this one: who reads it gives it back, and nobody else takes it.
  ADD COLUMN asked_by text COLLATE "C",
  ADD COLUMN asked_until timestamptz;
