-- Compatible: new tables, which an older program does not know.
-- The last number that was given: locked only by what gives the next one, until its transaction ends, so that none is lost.
CREATE TABLE billing_number (
  organization_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('INVOICE', 'CREDIT_NOTE')),
  last bigint NOT NULL CHECK (last > 0),
  PRIMARY KEY (organization_id, kind)
);
CALL protect_tenant_table('billing_number');
GRANT SELECT, INSERT, UPDATE ON billing_number TO tradepost_app, tradepost_system;

-- What of an issued invoice is not owed after all. It is never changed.
CREATE TABLE credit_note (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  amount numeric NOT NULL CHECK (amount > 0),
  reason text NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX credit_note_by_number ON credit_note (organization_id, number);
CREATE INDEX credit_note_by_invoice ON credit_note (organization_id, invoice_id, number);
CALL protect_tenant_table('credit_note');
GRANT SELECT, INSERT ON credit_note TO tradepost_app, tradepost_system;
