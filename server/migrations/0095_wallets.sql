-- Compatible: a new table, which an older program does not know.
-- What a buyer pays direct sales with: credit that the seller gave, and means of payment that a payment provider keeps.
CREATE TABLE wallet (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  buyer_id text COLLATE "C" NOT NULL,
  name text,
  type text COLLATE "C" NOT NULL CHECK (type IN ('card', 'ach_debit', 'sepa_debit', 'bacs_debit', 'credit')),
  status text COLLATE "C" NOT NULL CHECK (status IN ('ACTIVE', 'PENDING_VERIFY', 'EXPIRED', 'CLOSED', 'DELETED')),
  currency text COLLATE "C" NOT NULL,
  -- Of credit only.
  total_amount numeric CHECK (total_amount >= 0),
  used_amount numeric CHECK (used_amount >= 0),
  start_time timestamptz NOT NULL,
  expire_time timestamptz,
  -- The provider that keeps it, its identifier there, and the customer there whose it is. None of these ever changes.
  partner text COLLATE "C",
  external_id text COLLATE "C",
  external_customer_id text COLLATE "C",
  info jsonb NOT NULL DEFAULT '{}',
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CHECK (type <> 'credit' OR (total_amount IS NOT NULL AND used_amount IS NOT NULL AND used_amount <= total_amount))
);
CREATE INDEX wallet_by_buyer ON wallet (organization_id, buyer_id, creation_time, id);
CREATE UNIQUE INDEX wallet_by_external_id ON wallet (organization_id, partner, external_id)
  WHERE external_id IS NOT NULL AND status <> 'DELETED';
CALL protect_tenant_table('wallet');
GRANT SELECT, INSERT, UPDATE ON wallet TO tradepost_app, tradepost_system;
