ALTER TABLE entitlement
  -- Units bought at the marketplace, as last observed: a change of it begins a term.
  ADD COLUMN quantity bigint,
  -- The job that carries out the scheduled cancellation; an earlier one that comes due does nothing.
  ADD COLUMN cancellation_job text COLLATE "C",
  -- Settings of billing that were set here instead of being taken from the offer (R41).
  ADD COLUMN billing_overrides jsonb NOT NULL DEFAULT '{}',
  -- What lists are filtered by, cut to what an index can hold.
  ADD COLUMN buyer_account_id text COLLATE "C" GENERATED ALWAYS AS
    (CASE WHEN partner IN ('MKA', 'MKA_CHINA') THEN left(external_buyer_id, 200) END) STORED,
  ADD COLUMN crm_a_account_id text COLLATE "C" GENERATED ALWAYS AS (left(meta_info ->> 'crmAAccountId', 200)) STORED,
  ADD COLUMN crm_a_opportunity_id text COLLATE "C" GENERATED ALWAYS AS (left(meta_info ->> 'crmAOpportunityId', 200)) STORED,
  ADD COLUMN crm_a_quote_id text COLLATE "C" GENERATED ALWAYS AS (left(meta_info ->> 'crmAQuoteId', 200)) STORED,
  ADD COLUMN crm_b_deal_id text COLLATE "C" GENERATED ALWAYS AS (left(meta_info ->> 'crmBDealId', 200)) STORED;
CREATE INDEX entitlement_by_partner ON entitlement (organization_id, partner, creation_time, id);
CREATE INDEX entitlement_by_buyer_account ON entitlement (organization_id, buyer_account_id, creation_time, id)
  WHERE buyer_account_id IS NOT NULL;
CREATE INDEX entitlement_by_crm_a_account ON entitlement (organization_id, crm_a_account_id, creation_time, id)
  WHERE crm_a_account_id IS NOT NULL;
CREATE INDEX entitlement_by_crm_a_opportunity ON entitlement (organization_id, crm_a_opportunity_id, creation_time, id)
  WHERE crm_a_opportunity_id IS NOT NULL;
CREATE INDEX entitlement_by_crm_a_quote ON entitlement (organization_id, crm_a_quote_id, creation_time, id)
  WHERE crm_a_quote_id IS NOT NULL;
CREATE INDEX entitlement_by_crm_b_deal ON entitlement (organization_id, crm_b_deal_id, creation_time, id)
  WHERE crm_b_deal_id IS NOT NULL;

-- A part of a divided commit can be taken back.
GRANT DELETE ON entitlement_term TO tradepost_app, tradepost_system;

-- The contacts that the offer of an entitlement names, to find entitlements by contact.
CREATE TABLE entitlement_contact (
  organization_id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  contact_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, entitlement_id, contact_id)
);
CREATE INDEX entitlement_contact_by_contact ON entitlement_contact (organization_id, contact_id, entitlement_id);
CALL protect_tenant_table('entitlement_contact');
GRANT SELECT, INSERT, DELETE ON entitlement_contact TO tradepost_app, tradepost_system;

-- In the database, so that no way of writing either record can forget it. An id longer than an index can hold is none of ours.
CREATE FUNCTION entitlement_takes_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO entitlement_contact (organization_id, entitlement_id, contact_id)
    SELECT NEW.organization_id, NEW.id, named FROM offer o, unnest(o.contact_ids) named
    WHERE o.organization_id = NEW.organization_id AND o.id = NEW.offer_id AND octet_length(named) <= 800
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER entitlement_contacts_made AFTER INSERT OR UPDATE OF offer_id ON entitlement
  FOR EACH ROW WHEN (NEW.offer_id IS NOT NULL) EXECUTE FUNCTION entitlement_takes_contacts();

CREATE FUNCTION offer_tells_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM entitlement_contact l USING entitlement e
    WHERE e.organization_id = NEW.organization_id AND e.offer_id = NEW.id
      AND l.organization_id = e.organization_id AND l.entitlement_id = e.id
      AND NOT l.contact_id = ANY (coalesce(NEW.contact_ids, '{}'));
  INSERT INTO entitlement_contact (organization_id, entitlement_id, contact_id)
    SELECT e.organization_id, e.id, named FROM entitlement e, unnest(NEW.contact_ids) named
    WHERE e.organization_id = NEW.organization_id AND e.offer_id = NEW.id AND octet_length(named) <= 800
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER offer_contacts_told AFTER UPDATE OF contact_ids ON offer
  FOR EACH ROW WHEN (NEW.contact_ids IS DISTINCT FROM OLD.contact_ids) EXECUTE FUNCTION offer_tells_contacts();

-- The owner sees no row of a tenant table; the system role sees all.
SET LOCAL ROLE tradepost_system;
INSERT INTO entitlement_contact (organization_id, entitlement_id, contact_id)
  SELECT DISTINCT e.organization_id, e.id, named
  FROM entitlement e JOIN offer o ON o.organization_id = e.organization_id AND o.id = e.offer_id, unnest(o.contact_ids) named
  WHERE octet_length(named) <= 800;
UPDATE entitlement SET quantity = (info -> 'mkBSubscriptions' -> 0 ->> 'quantity')::bigint
  WHERE info -> 'mkBSubscriptions' -> 0 ->> 'quantity' ~ '^[0-9]{1,15}$';
RESET ROLE;
