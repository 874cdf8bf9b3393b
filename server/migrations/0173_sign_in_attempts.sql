-- Compatible: older programs go on counting in person.failed_sign_ins, which newer ones do not read.
-- Failed sign-ins of a person by where they came from: a browser that signed in before, a network, or all networks together.
CREATE TABLE sign_in_attempt (
  person_id text COLLATE "C" NOT NULL,
  -- 'browser:' and a hash of its cookie, the address of a network, or 'all networks'.
  origin text COLLATE "C" NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  -- A browser in which the person has signed in.
  is_known boolean NOT NULL DEFAULT false,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (person_id, origin)
);
CREATE INDEX sign_in_attempt_expiry ON sign_in_attempt (expires_at);
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_in_attempt TO tradepost_system;
