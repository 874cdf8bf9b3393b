-- What waits for its approval is found by this.
ALTER TABLE offer
  ADD COLUMN approval_status text COLLATE "C"
    GENERATED ALWAYS AS (left(meta_info -> 'approvalInfo' ->> 'approvalStatus', 200)) STORED;
CREATE INDEX offer_by_approval_status ON offer (organization_id, approval_status, creation_time, id)
  WHERE approval_status IS NOT NULL;

-- What callers could write there before was nobody's approval: nobody had asked for one. The owner of the table sees no
-- row; the system role sees all.
SET LOCAL ROLE tradepost_system;
UPDATE offer SET meta_info = meta_info - 'approvalInfo'
  WHERE meta_info ? 'approvalInfo' AND approval_requested_by IS NULL AND status IN ('DRAFT', 'CREATE_FAILED');
RESET ROLE;
