-- Compatible: columns and tables more, which an older program neither reads nor writes.
ALTER TABLE integration
  -- What was tried at the last verification, one by one, and whose account at the partner it is.
  ADD COLUMN checks jsonb,
  ADD COLUMN account text,
  -- When the first of its secrets ends.
  ADD COLUMN secret_end_time timestamptz,
  -- Whether calls to the partner have their answers; nothing where there were none.
  ADD COLUMN health text COLLATE "C" CHECK (health IN ('GOOD', 'BAD'));
CREATE INDEX integration_in_trouble ON integration (organization_id, id)
  WHERE status = 'NOT_VERIFIED' OR health = 'BAD';

-- What a seller's account names together with us, so that it lets in this organization and no other. It outlives the
-- integration: the seller's account still names it when the organization connects again.
CREATE TABLE integration_external_id (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, partner)
);
CALL protect_tenant_table('integration_external_id');
-- It is never changed: the seller's account names it.
GRANT SELECT, INSERT ON integration_external_id TO tradepost_app, tradepost_system;

-- How the calls of each kind fare: offers, agreements, usage, notifications …
CREATE TABLE integration_stream (
  organization_id text COLLATE "C" NOT NULL,
  integration_id text COLLATE "C" NOT NULL,
  stream text COLLATE "C" NOT NULL,
  last_success_time timestamptz,
  -- The first failure since then.
  failing_since timestamptz,
  last_error text,
  last_error_time timestamptz,
  -- How late the last of what came was.
  lag_ms bigint,
  last_update_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, integration_id, stream)
);
CALL protect_tenant_table('integration_stream');
GRANT SELECT, INSERT, UPDATE, DELETE ON integration_stream TO tradepost_app, tradepost_system;
