-- Compatible: a new table, which an older program does not know.
-- The public keys that heads were signed with before, each signed by a later one: whoever has the current key trusts
-- what it signed, and what that signed, and nothing else that somebody wrote into this table.
CREATE TABLE audit_key (
  endorsed_by text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  public_key text COLLATE "C" NOT NULL,
  signature bytea NOT NULL,
  creation_time timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (endorsed_by, key_id)
);
GRANT SELECT, INSERT ON audit_key TO tradepost_system;
