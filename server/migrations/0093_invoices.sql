-- Compatible: new tables, which an older program does not know.
-- What buyers of direct sales are charged. One kind of fee for each invoice.
CREATE TABLE invoice (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  buyer_id text COLLATE "C",
  type text COLLATE "C" NOT NULL CHECK (type IN ('COMMIT', 'INSTALLMENT', 'USAGE', 'ADDON')),
  status text COLLATE "C" NOT NULL CHECK (status IN ('DRAFT', 'FINALIZED', 'CANCELED', 'DELETED')),
  payment_status text COLLATE "C" NOT NULL DEFAULT 'PENDING'
    CHECK (payment_status IN ('PENDING', 'PROCESSING', 'SUCCESS', 'FAILED')),
  currency text COLLATE "C" NOT NULL,
  start_date timestamptz NOT NULL,
  end_date timestamptz NOT NULL,
  -- When a draft is issued by itself, by the organization's clock.
  finalize_at timestamptz NOT NULL,
  issue_date timestamptz,
  due_date timestamptz,
  -- Without gaps, given with FINALIZED; one that was voided keeps it.
  number bigint CHECK (number > 0),
  -- What was edited on the draft.
  discount_type text COLLATE "C",
  discount_value numeric,
  memo text,
  subtotal_amount numeric NOT NULL DEFAULT 0 CHECK (subtotal_amount >= 0),
  discount_amount numeric NOT NULL DEFAULT 0 CHECK (discount_amount >= 0),
  tax_amount numeric NOT NULL DEFAULT 0 CHECK (tax_amount >= 0),
  due_amount numeric NOT NULL DEFAULT 0 CHECK (due_amount >= 0),
  paid_amount numeric NOT NULL DEFAULT 0 CHECK (paid_amount >= 0 AND paid_amount <= due_amount),
  refunded_amount numeric NOT NULL DEFAULT 0 CHECK (refunded_amount >= 0 AND refunded_amount <= paid_amount),
  -- The sum of its credit notes.
  credited_amount numeric NOT NULL DEFAULT 0 CHECK (credited_amount >= 0 AND credited_amount <= due_amount),
  deducted_commit_amount numeric NOT NULL DEFAULT 0 CHECK (deducted_commit_amount >= 0),
  deducted_commit_invoice_id text COLLATE "C",
  -- What of which commit invoices is deducted: a list of {"invoiceId", "amount"}.
  deductions jsonb NOT NULL DEFAULT '[]',
  info jsonb NOT NULL DEFAULT '{}',
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CHECK ((status = 'FINALIZED') <= (number IS NOT NULL AND issue_date IS NOT NULL))
);
CREATE UNIQUE INDEX invoice_by_number ON invoice (organization_id, number) WHERE number IS NOT NULL;
CREATE INDEX invoice_by_creation ON invoice (organization_id, creation_time, id);
CREATE INDEX invoice_by_entitlement ON invoice (organization_id, entitlement_id, creation_time, id);
CREATE INDEX invoice_by_buyer ON invoice (organization_id, buyer_id, creation_time, id);
CREATE INDEX invoice_by_status ON invoice (organization_id, status, creation_time, id);
CALL protect_tenant_table('invoice');
GRANT SELECT, INSERT, UPDATE ON invoice TO tradepost_app, tradepost_system;

-- What an invoice is of: a time that is paid, or an amount that is charged once. Whatever bills the same twice fails at the index.
CREATE TABLE invoice_fee (
  organization_id text COLLATE "C" NOT NULL,
  invoice_id text COLLATE "C" NOT NULL,
  position integer NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  entitlement_term_id text COLLATE "C" NOT NULL DEFAULT '',
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('COMMIT', 'INSTALLMENT', 'USAGE', 'ADDON')),
  fee_key text COLLATE "C" NOT NULL,
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  -- Where the time was cut after it was billed, the rest was credited.
  billed_until timestamptz NOT NULL,
  -- Usage of a period that was billed before.
  is_late boolean NOT NULL DEFAULT false,
  amount numeric NOT NULL CHECK (amount >= 0),
  credited_amount numeric NOT NULL DEFAULT 0 CHECK (credited_amount >= 0 AND credited_amount <= amount),
  -- Its lines, as the invoice's info shows them.
  lines jsonb NOT NULL DEFAULT '[]',
  -- Its invoice is neither CANCELED nor DELETED.
  live boolean NOT NULL DEFAULT true,
  PRIMARY KEY (organization_id, invoice_id, position)
);
CREATE UNIQUE INDEX invoice_fee_live ON invoice_fee (organization_id, fee_key) WHERE live;
CREATE INDEX invoice_fee_by_entitlement ON invoice_fee (organization_id, entitlement_id, period_start) WHERE live;
CALL protect_tenant_table('invoice_fee');
GRANT SELECT, INSERT, UPDATE, DELETE ON invoice_fee TO tradepost_app, tradepost_system;
