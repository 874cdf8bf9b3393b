-- Compatible: new columns and a table, which an older program does not know and does not need.
-- Support by mail: where a mail is answered to, which record it is about, and which answers were taken.
ALTER TABLE outgoing_mail
  ADD COLUMN reply_to_address text,
  ADD COLUMN thread_id text COLLATE "C";

-- A message that was taken, by the hash of its Message-ID: mail servers bring some twice.
CREATE TABLE support_mail (
  organization_id text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  ticket_id text COLLATE "C" NOT NULL,
  -- By the clock of the database: what brings it again is the world outside.
  received_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, fingerprint)
);
CREATE INDEX support_mail_by_age ON support_mail (received_at);
CALL protect_tenant_table('support_mail');
GRANT SELECT, INSERT ON support_mail TO tradepost_app;
GRANT SELECT, INSERT, DELETE ON support_mail TO tradepost_system;
