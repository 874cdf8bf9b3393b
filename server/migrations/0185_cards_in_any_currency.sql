-- Compatible: an older program writes a currency on each wallet, and charges none that has no currency.
-- A card without a currency pays invoices in any.
ALTER TABLE wallet ALTER COLUMN currency DROP NOT NULL;
ALTER TABLE wallet ADD CONSTRAINT wallet_credit_has_currency CHECK (type <> 'credit' OR currency IS NOT NULL);
