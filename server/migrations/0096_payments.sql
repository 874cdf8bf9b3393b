-- Compatible: new tables, which an older program does not know.
-- Money that moved, or is to move, between a wallet of a buyer and an invoice. Its identifier is the provider's key of idempotency.
CREATE TABLE payment_transaction (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- Of a refund: the charge that it pays back.
  parent_id text COLLATE "C",
  invoice_id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  buyer_id text COLLATE "C",
  -- None where the buyer had nothing to pay with.
  wallet_id text COLLATE "C",
  wallet_type text COLLATE "C",
  partner text COLLATE "C",
  external_id text COLLATE "C",
  type text COLLATE "C" NOT NULL CHECK (type IN ('CHARGE', 'REFUND')),
  status text COLLATE "C" NOT NULL CHECK (status IN ('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED')),
  amount numeric NOT NULL CHECK (amount > 0),
  currency text COLLATE "C" NOT NULL,
  -- The how manieth charge of the invoice by a means of payment; none of credit.
  try integer CHECK (try > 0),
  info jsonb NOT NULL DEFAULT '{}',
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CHECK ((type = 'REFUND') = (parent_id IS NOT NULL))
);
-- An invoice is charged once at a time.
CREATE UNIQUE INDEX payment_transaction_open_charge ON payment_transaction (organization_id, invoice_id)
  WHERE type = 'CHARGE' AND status IN ('PENDING', 'PROCESSING');
CREATE INDEX payment_transaction_by_creation ON payment_transaction (organization_id, creation_time, id);
CREATE INDEX payment_transaction_by_invoice ON payment_transaction (organization_id, invoice_id, creation_time, id);
CREATE INDEX payment_transaction_by_entitlement ON payment_transaction (organization_id, entitlement_id, creation_time, id);
CREATE INDEX payment_transaction_by_buyer ON payment_transaction (organization_id, buyer_id, creation_time, id);
CREATE INDEX payment_transaction_by_parent ON payment_transaction (organization_id, parent_id, creation_time, id)
  WHERE parent_id IS NOT NULL;
CREATE INDEX payment_transaction_by_external_id ON payment_transaction (organization_id, external_id)
  WHERE external_id IS NOT NULL;
CREATE INDEX payment_transaction_open ON payment_transaction (organization_id, wallet_id)
  WHERE status IN ('PENDING', 'PROCESSING');
CALL protect_tenant_table('payment_transaction');
GRANT SELECT, INSERT, UPDATE ON payment_transaction TO tradepost_app, tradepost_system;

-- What the payment provider of the sandbox keeps. Nothing here refers to the tables of billing, so that the one can prove the other.
CREATE TABLE sandbox_payment_method (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  -- What becomes of charges: SUCCEED, DECLINE, HANG, DISPUTE.
  outcome text COLLATE "C" NOT NULL,
  -- How many calls are lost before they have an effect, and then how many answers after.
  lost_calls integer NOT NULL DEFAULT 0,
  lost_answers integer NOT NULL DEFAULT 0,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CALL protect_tenant_table('sandbox_payment_method');
GRANT SELECT, INSERT, UPDATE ON sandbox_payment_method TO tradepost_app, tradepost_system;

CREATE TABLE sandbox_payment (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- By what the provider knows a repeat.
  key text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('CHARGE', 'REFUND')),
  method_id text COLLATE "C" NOT NULL,
  charge_id text COLLATE "C",
  amount numeric NOT NULL CHECK (amount > 0),
  currency text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('processing', 'succeeded', 'failed')),
  is_disputed boolean NOT NULL DEFAULT false,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX sandbox_payment_by_key ON sandbox_payment (organization_id, key);
CALL protect_tenant_table('sandbox_payment');
GRANT SELECT, INSERT, UPDATE ON sandbox_payment TO tradepost_app, tradepost_system;
