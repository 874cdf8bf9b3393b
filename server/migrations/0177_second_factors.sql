-- Compatible: older programs sign people in without their second factor; replace all of them before a factor is required.
-- Global, as all tables about people: only the system role reads or writes them.

-- Secrets of authenticator apps: the confirmed one of a person, and one that waits for its first code.
CREATE TABLE person_totp (
  person_id text COLLATE "C" NOT NULL,
  is_pending boolean NOT NULL,
  sealed_secret text NOT NULL,
  -- The time step of the newest code that was accepted: no code of it, or of an earlier step, is accepted again.
  last_step bigint,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (person_id, is_pending)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_totp TO tradepost_system;

-- Unused recovery codes: each is deleted by its use.
CREATE TABLE person_recovery_code (
  person_id text COLLATE "C" NOT NULL,
  code_hash bytea NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (person_id, code_hash)
);
GRANT SELECT, INSERT, DELETE ON person_recovery_code TO tradepost_system;

-- The second factor that the session was opened with; null: none.
ALTER TABLE person_session ADD COLUMN second_factor text COLLATE "C"
  CHECK (second_factor IN ('TOTP', 'RECOVERY_CODE', 'PASSKEY'));

-- Processes remember with a person's access whether its session has a second factor.
CREATE FUNCTION session_factor_revises_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE principal_grant g SET role = g.role WHERE g.principal_id = NEW.person_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER session_factor_revises_grants AFTER UPDATE OF second_factor ON person_session
  FOR EACH ROW WHEN (OLD.second_factor IS DISTINCT FROM NEW.second_factor)
  EXECUTE FUNCTION session_factor_revises_grants();

CREATE FUNCTION person_factors_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM person_totp t WHERE t.person_id = OLD.id;
  DELETE FROM person_recovery_code c WHERE c.person_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER person_factors_end AFTER DELETE ON person FOR EACH ROW EXECUTE FUNCTION person_factors_end();
