-- Access tokens of API clients that were given back before they expired (RFC 7009). A token of a person ends with its
-- session. Kept until the token would have expired anyway.
CREATE TABLE revoked_token (
  id text COLLATE "C" PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX revoked_token_by_end ON revoked_token (expires_at);
GRANT SELECT ON revoked_token TO tradepost_app;
GRANT SELECT, INSERT, DELETE ON revoked_token TO tradepost_system;
