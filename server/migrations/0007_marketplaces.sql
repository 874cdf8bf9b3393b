-- What marketplaces told us, raw and once; a job re-reads the marketplace for each.
CREATE TABLE inbound_notification (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  headers jsonb NOT NULL,
  body text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, partner, external_id)
);
CALL protect_tenant_table('inbound_notification');
GRANT SELECT, INSERT ON inbound_notification TO tradepost_app, tradepost_system;

-- The sandbox is a marketplace of its own: what it knows lies in its own tables.
CREATE TABLE sandbox_offer (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  -- The caller's key of the creation: a repeat finds the same offer.
  creation_key text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  spec jsonb NOT NULL,
  failure text,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, partner, creation_key)
);
CALL protect_tenant_table('sandbox_offer');
GRANT SELECT, INSERT, UPDATE ON sandbox_offer TO tradepost_app, tradepost_system;

CREATE TABLE sandbox_agreement (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  sandbox_offer_id text COLLATE "C",
  state text COLLATE "C" NOT NULL,
  terms jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
-- A private offer is accepted once.
CREATE UNIQUE INDEX sandbox_agreement_by_offer ON sandbox_agreement (organization_id, sandbox_offer_id)
  WHERE sandbox_offer_id IS NOT NULL;
CALL protect_tenant_table('sandbox_agreement');
GRANT SELECT, INSERT, UPDATE ON sandbox_agreement TO tradepost_app, tradepost_system;
