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
