-- Compatible: new tables, which an older program does not know.
-- The import of all that a marketplace has, of an integration; what was sold before its begin is of the past.
CREATE TABLE marketplace_import (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  -- Another integration may be with another account of the seller: it is imported anew.
  integration_id text COLLATE "C" NOT NULL,
  begun_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Somebody stopped it: it goes on when it is asked for again.
  stopped_at timestamptz,
  PRIMARY KEY (organization_id, partner)
);
CALL protect_tenant_table('marketplace_import');
GRANT SELECT, INSERT, UPDATE, DELETE ON marketplace_import TO tradepost_app, tradepost_system;

-- How far a list of a marketplace was read, on each kind of pass over it: the import, what changed since, all of it.
CREATE TABLE marketplace_pass (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  stream text COLLATE "C" NOT NULL,
  pass text COLLATE "C" NOT NULL,
  -- Where the next page begins; none at the beginning.
  cursor text,
  -- What did not change from then on is left out; none where all is read.
  since timestamptz,
  begun_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- What the marketplace listed so far, what of it was new, and what was read again.
  listed integer NOT NULL DEFAULT 0,
  made integer NOT NULL DEFAULT 0,
  reconciled integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, partner, stream, pass)
);
CALL protect_tenant_table('marketplace_pass');
GRANT SELECT, INSERT, UPDATE, DELETE ON marketplace_pass TO tradepost_app, tradepost_system;

-- What a marketplace lists, by its ids: when it was listed last, and what is remembered of it.
CREATE TABLE marketplace_listed (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  stream text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  listed_at timestamptz NOT NULL,
  -- A hash of what was listed and of what was held then, when it was last read again for the two being different.
  reconciled_of bytea,
  -- Since when the marketplace does not have it any more, which was told.
  missing_since timestamptz,
  -- Of an agreement that follows another: when it was made, where it waits for all others to be imported.
  waits_since timestamptz,
  PRIMARY KEY (organization_id, partner, stream, external_id)
) WITH (fillfactor = 80);
CREATE INDEX marketplace_listed_waiting ON marketplace_listed (organization_id, partner, stream, waits_since, external_id)
  WHERE waits_since IS NOT NULL;
CALL protect_tenant_table('marketplace_listed');
GRANT SELECT, INSERT, UPDATE, DELETE ON marketplace_listed TO tradepost_app, tradepost_system;
