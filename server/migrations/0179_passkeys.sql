-- Compatible: older programs ask owners of passkeys for the password alone; replace all of them before a factor is required.
-- Global, as all tables about people: only the system role reads or writes them.
CREATE TABLE person_passkey (
  id text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL,
  -- The identifier that the authenticator chose, in base64url.
  credential_id text COLLATE "C" NOT NULL UNIQUE,
  name text NOT NULL,
  public_key bytea NOT NULL,
  -- The counter of the newest signature; 0 where the authenticator does not count.
  counter bigint NOT NULL,
  creation_time timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX person_passkey_person ON person_passkey (person_id, creation_time, id);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_passkey TO tradepost_system;

-- Challenges that were answered: each is accepted once. Kept until they would have expired anyway.
CREATE TABLE used_challenge (
  challenge_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_challenge_expiry ON used_challenge (expires_at);
GRANT SELECT, INSERT, DELETE ON used_challenge TO tradepost_system;

CREATE OR REPLACE FUNCTION person_factors_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM person_totp t WHERE t.person_id = OLD.id;
  DELETE FROM person_recovery_code c WHERE c.person_id = OLD.id;
  DELETE FROM person_passkey k WHERE k.person_id = OLD.id;
  RETURN NULL;
END
$$;
