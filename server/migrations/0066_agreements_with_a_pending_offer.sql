-- Compatible: an older program leaves the column empty.
-- The offer that the buyer of a sandbox's agreement accepted in the place of its own, until the seller approves it.
ALTER TABLE sandbox_agreement ADD COLUMN pending_offer_id text COLLATE "C";
CREATE UNIQUE INDEX sandbox_agreement_by_pending_offer ON sandbox_agreement (organization_id, pending_offer_id)
  WHERE pending_offer_id IS NOT NULL;
