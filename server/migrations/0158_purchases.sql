-- Compatible: an older program makes no entitlement that waits for its agreement.
ALTER TABLE entitlement
  -- Made when its buyer came from the marketplace; the agreement is still to be seen, and corrects it in place.
  ADD COLUMN awaits_agreement boolean NOT NULL DEFAULT false,
  -- By which the marketplace names what the buyer has, where that is not the agreement's id.
  ADD COLUMN external_license_id text COLLATE "C";

-- What a buyer has of a product; and one that waits at a time, however often its buyer comes.
CREATE INDEX entitlement_by_external_buyer ON entitlement (organization_id, partner, external_buyer_id)
  WHERE external_buyer_id IS NOT NULL;
CREATE UNIQUE INDEX entitlement_awaiting_agreement ON entitlement (
    organization_id, partner, external_buyer_id, coalesce(external_product_id, ''), coalesce(external_license_id, ''))
  WHERE awaits_agreement AND external_id IS NULL AND status NOT IN ('CANCELLED', 'DELETED');
