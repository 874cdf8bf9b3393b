-- Compatible: new tables, which an older program does not know.
-- Which channel partners an offer is due to, and what each has of it.
CREATE TABLE offer_attribution (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  offer_id text COLLATE "C" NOT NULL,
  channel_partner_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('SOURCED', 'RESOLD', 'INFLUENCED')),
  -- In percent. Those of an offer come to 100 at most, which its lock decides.
  share numeric NOT NULL CHECK (share BETWEEN 0 AND 100),
  basis text COLLATE "C" NOT NULL CHECK (basis IN ('MANUAL', 'DEAL_REGISTRATION', 'ACCOUNT')),
  deal_registration_id text COLLATE "C",
  created_by text COLLATE "C",
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX offer_attribution_of_one ON offer_attribution (organization_id, offer_id, channel_partner_id);
CREATE INDEX offer_attribution_by_channel_partner
  ON offer_attribution (organization_id, channel_partner_id, creation_time, id);
CALL protect_tenant_table('offer_attribution');
GRANT SELECT, INSERT, UPDATE, DELETE ON offer_attribution TO tradepost_app, tradepost_system;

-- What was due when an entitlement came of the offer: it is never changed, but ends when the entitlement goes on by another.
CREATE TABLE entitlement_attribution (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  -- None of what was bought without one.
  offer_id text COLLATE "C",
  channel_partner_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('SOURCED', 'RESOLD', 'INFLUENCED')),
  share numeric NOT NULL CHECK (share BETWEEN 0 AND 100),
  basis text COLLATE "C" NOT NULL CHECK (basis IN ('MANUAL', 'DEAL_REGISTRATION', 'ACCOUNT')),
  deal_registration_id text COLLATE "C",
  -- The days of revenue that it is of, from one (without one, from the beginning) to another, which is out.
  start_date date,
  end_date date,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX entitlement_attribution_of_one
  ON entitlement_attribution (organization_id, entitlement_id, coalesce(offer_id, ''), channel_partner_id);
CREATE INDEX entitlement_attribution_by_channel_partner
  ON entitlement_attribution (organization_id, channel_partner_id, entitlement_id);
CALL protect_tenant_table('entitlement_attribution');
GRANT SELECT, INSERT, UPDATE ON entitlement_attribution TO tradepost_app, tradepost_system;

CREATE POLICY channel_partner_scope ON offer_attribution AS RESTRICTIVE TO tradepost_app
  USING (current_binding() IS NULL OR channel_partner_id = current_binding());
CREATE POLICY channel_partner_scope ON entitlement_attribution AS RESTRICTIVE TO tradepost_app
  USING (current_binding() IS NULL OR channel_partner_id = current_binding());

CREATE INDEX deal_registration_by_offer ON deal_registration (organization_id, offer_id) WHERE offer_id IS NOT NULL;
CREATE INDEX deal_registration_by_entitlement ON deal_registration (organization_id, entitlement_id)
  WHERE entitlement_id IS NOT NULL;
