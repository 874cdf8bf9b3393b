ALTER TABLE entitlement_term
  -- What of its credit a part has from the commit that was divided: it ends with the part, other credit goes over.
  ADD COLUMN shared_credit numeric;

ALTER TABLE entitlement
  -- An amount that was agreed on for so many units: other numbers are reckoned from it, so that no coin is lost on the
  -- way there and back.
  ADD COLUMN agreed_amount numeric,
  ADD COLUMN agreed_quantity bigint;

-- An entitlement is found by the contacts of the offer whose terms hold, not by those of one before.
CREATE OR REPLACE FUNCTION entitlement_takes_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM entitlement_contact l WHERE TG_OP = 'UPDATE' AND l.organization_id = NEW.organization_id
    AND l.entitlement_id = NEW.id AND NOT EXISTS (
      SELECT FROM offer o WHERE o.organization_id = NEW.organization_id AND o.id = NEW.offer_id
        AND l.contact_id = ANY (o.contact_ids));
  INSERT INTO entitlement_contact (organization_id, entitlement_id, contact_id)
    SELECT NEW.organization_id, NEW.id, named FROM offer o, unnest(o.contact_ids) named
    WHERE o.organization_id = NEW.organization_id AND o.id = NEW.offer_id AND octet_length(named) <= 800
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- The owner sees no row of a tenant table; the system role sees all.
SET LOCAL ROLE tradepost_system;
UPDATE entitlement_term SET shared_credit = credit_amount
  WHERE info ? 'parentEntitlementTermId' AND credit_amount IS NOT NULL;
DELETE FROM entitlement_contact l USING entitlement e
  WHERE e.organization_id = l.organization_id AND e.id = l.entitlement_id AND NOT EXISTS (
    SELECT FROM offer o WHERE o.organization_id = e.organization_id AND o.id = e.offer_id
      AND l.contact_id = ANY (o.contact_ids));
RESET ROLE;
