-- Mails that wait to be sent, and for a while those that were. They may carry tokens: a text is taken away once its
-- mail was sent or given up, and the program itself may only add one.
CREATE TABLE outgoing_mail (
  id text COLLATE "C" PRIMARY KEY,
  to_addresses text[] NOT NULL,
  cc_addresses text[] NOT NULL,
  bcc_addresses text[] NOT NULL,
  from_address text,
  subject text NOT NULL,
  body_text text,
  body_html text,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  lease_token text COLLATE "C",
  outcome text COLLATE "C" CHECK (outcome IN ('SENT', 'FAILED')),
  last_error text,
  finished_at timestamptz,
  creation_time timestamptz NOT NULL
);
CREATE INDEX outgoing_mail_due ON outgoing_mail (due_at, id) WHERE finished_at IS NULL;
CREATE INDEX outgoing_mail_finished ON outgoing_mail (finished_at) WHERE finished_at IS NOT NULL;
GRANT INSERT ON outgoing_mail TO tradepost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON outgoing_mail TO tradepost_system;

-- Everything below is about people and global: only the system role reads or writes it.
CREATE TABLE person (
  id text COLLATE "C" PRIMARY KEY,
  -- In small letters.
  email text COLLATE "C" NOT NULL UNIQUE,
  name text,
  -- Absent: whoever it is signs in through an organization's provider only.
  password_hash text,
  email_verified_at timestamptz,
  -- Part of every token; a token of an older version is refused.
  version integer NOT NULL DEFAULT 1,
  failed_sign_ins integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON person TO tradepost_system;

-- Who a person is to an organization's provider.
CREATE TABLE person_identity (
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX person_identity_person ON person_identity (person_id);
GRANT SELECT, INSERT, DELETE ON person_identity TO tradepost_system;

-- A sign-in that goes on until it expires or its row is gone.
CREATE TABLE person_session (
  id text COLLATE "C" PRIMARY KEY,
  person_id text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL CHECK (method IN ('PASSWORD', 'SSO')),
  -- Whose provider vouched for the person: the session is good for this organization only.
  provider_organization_id text COLLATE "C",
  client_id text COLLATE "C" NOT NULL,
  -- Of the browser's cookie.
  cookie_hash bytea UNIQUE,
  user_agent text,
  ip_address text,
  creation_time timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX person_session_person ON person_session (person_id, creation_time, id);
CREATE INDEX person_session_expiry ON person_session (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON person_session TO tradepost_system;

CREATE TABLE refresh_token (
  token_hash bytea PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  -- A token that was exchanged stays: whoever sends it again is not its owner, or not the only one.
  rotated_at timestamptz
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);
GRANT SELECT, INSERT, UPDATE, DELETE ON refresh_token TO tradepost_system;

CREATE TABLE authorization_code (
  code_hash bytea PRIMARY KEY,
  session_id text COLLATE "C" NOT NULL,
  redirect_uri text NOT NULL,
  code_challenge text NOT NULL,
  creation_time timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX authorization_code_session ON authorization_code (session_id);
CREATE INDEX authorization_code_expiry ON authorization_code (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON authorization_code TO tradepost_system;

-- What a link in a mail stands for. An account that nobody has confirmed yet is here and nowhere else.
CREATE TABLE person_token (
  token_hash bytea PRIMARY KEY,
  purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('VERIFY_EMAIL', 'RESET_PASSWORD', 'NOTICE')),
  email text COLLATE "C" NOT NULL,
  name text,
  password_hash text,
  creation_time timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX person_token_email ON person_token (email, creation_time);
CREATE INDEX person_token_expiry ON person_token (expires_at);
GRANT SELECT, INSERT, DELETE ON person_token TO tradepost_system;

-- What a process remembers of a person with its access: the version, the sessions, and how the audit trail names it.
CREATE FUNCTION person_revises_grants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM person_session s WHERE s.person_id = OLD.id;
    DELETE FROM person_identity i WHERE i.person_id = OLD.id;
    DELETE FROM principal_grant g WHERE g.principal_id = OLD.id;
  ELSE
    UPDATE principal_grant g SET role = g.role WHERE g.principal_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER person_revises_grants AFTER UPDATE OF version, name, email OR DELETE ON person
  FOR EACH ROW EXECUTE FUNCTION person_revises_grants();

CREATE FUNCTION session_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM refresh_token t WHERE t.session_id = OLD.id;
  DELETE FROM authorization_code c WHERE c.session_id = OLD.id;
  UPDATE principal_grant g SET role = g.role WHERE g.principal_id = OLD.person_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER session_ends AFTER DELETE ON person_session FOR EACH ROW EXECUTE FUNCTION session_ends();

-- By which methods people may come in is remembered with their access.
CREATE TRIGGER methods_revise_grants AFTER UPDATE OF allowed_auth_methods ON organization
  FOR EACH ROW EXECUTE FUNCTION organization_revises_grants();
