-- Compatible: new tables, which an older program does not know.
-- How much a channel partner is trusted, and what it has of what it sells.
CREATE TABLE channel_partner_tier (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  -- 1 is the first; no two have the same.
  rank integer NOT NULL CHECK (rank > 0),
  -- In percent.
  share numeric NOT NULL CHECK (share BETWEEN 0 AND 100),
  protection_days integer NOT NULL CHECK (protection_days > 0),
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE UNIQUE INDEX channel_partner_tier_by_rank ON channel_partner_tier (organization_id, rank);
CREATE INDEX channel_partner_tier_by_creation ON channel_partner_tier (organization_id, creation_time, id);
CALL protect_tenant_table('channel_partner_tier');
GRANT SELECT, INSERT, UPDATE, DELETE ON channel_partner_tier TO tradepost_app, tradepost_system;

-- A company that sells for the organization, or brings customers. One that was deleted stays, for what it sold names it.
CREATE TABLE channel_partner (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  type text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  tier_id text COLLATE "C",
  contact_ids text[] COLLATE "C" NOT NULL DEFAULT '{}',
  domains text[] COLLATE "C" NOT NULL DEFAULT '{}',
  -- As they are shown; channel_partner_account has them to be found, and once each.
  accounts jsonb NOT NULL DEFAULT '[]',
  crm_a_account_id text COLLATE "C",
  crm_b_company_id text COLLATE "C",
  crm_c_account_id text COLLATE "C",
  owner_id text COLLATE "C",
  -- The seller's own: the channel partner never sees them.
  notes text,
  created_by text COLLATE "C",
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX channel_partner_by_creation ON channel_partner (organization_id, creation_time, id);
CREATE INDEX channel_partner_by_tier ON channel_partner (organization_id, tier_id) WHERE tier_id IS NOT NULL;
CREATE INDEX channel_partner_by_owner ON channel_partner (organization_id, owner_id) WHERE owner_id IS NOT NULL;
CALL protect_tenant_table('channel_partner');
GRANT SELECT, INSERT, UPDATE ON channel_partner TO tradepost_app, tradepost_system;

-- How marketplaces know channel partners: an account is one channel partner's.
CREATE TABLE channel_partner_account (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  channel_partner_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, partner, account_id)
);
CREATE INDEX channel_partner_account_by_owner ON channel_partner_account (organization_id, channel_partner_id);
CALL protect_tenant_table('channel_partner_account');
GRANT SELECT, INSERT, DELETE ON channel_partner_account TO tradepost_app, tradepost_system;

-- What a channel partner may sell where, for which share, from a day to a day (which is out).
CREATE TABLE channel_partner_agreement (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  channel_partner_id text COLLATE "C" NOT NULL,
  -- None is all.
  product_ids text[] COLLATE "C" NOT NULL DEFAULT '{}',
  countries text[] COLLATE "C" NOT NULL DEFAULT '{}',
  share numeric NOT NULL CHECK (share BETWEEN 0 AND 100),
  start_date date NOT NULL,
  end_date date CHECK (end_date > start_date),
  file_id text COLLATE "C",
  created_by text COLLATE "C",
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX channel_partner_agreement_of_one
  ON channel_partner_agreement (organization_id, channel_partner_id, creation_time, id);
CREATE INDEX channel_partner_agreement_by_end ON channel_partner_agreement (organization_id, end_date)
  WHERE end_date IS NOT NULL;
CREATE INDEX channel_partner_agreement_by_file ON channel_partner_agreement (organization_id, file_id)
  WHERE file_id IS NOT NULL;
CALL protect_tenant_table('channel_partner_agreement');
GRANT SELECT, INSERT, UPDATE, DELETE ON channel_partner_agreement TO tradepost_app, tradepost_system;

-- A customer that a channel partner says it brings.
CREATE TABLE deal_registration (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text,
  channel_partner_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  customer_name text,
  -- Registrable, in small letters.
  customer_domain text COLLATE "C",
  customer_country text COLLATE "C",
  customer_partner text COLLATE "C",
  customer_account_id text COLLATE "C",
  crm_a_account_id text COLLATE "C",
  product_ids text[] COLLATE "C" NOT NULL DEFAULT '{}',
  amount numeric,
  currency text COLLATE "C",
  expected_close_date date,
  -- Both sides see them.
  notes text,
  -- There was one when it was submitted.
  has_conflict boolean NOT NULL DEFAULT false,
  submitted_by text COLLATE "C",
  submission_time timestamptz,
  decided_by text COLLATE "C",
  decision_time timestamptz,
  decision_note text,
  -- Why it was approved against another one; the seller's own.
  override_reason text,
  -- The products for which it protects the customer now.
  protected_product_ids text[] COLLATE "C" NOT NULL DEFAULT '{}',
  protection_end_time timestamptz,
  overridden_by text COLLATE "C",
  close_time timestamptz,
  close_note text,
  offer_id text COLLATE "C",
  entitlement_id text COLLATE "C",
  created_by text COLLATE "C",
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX deal_registration_by_creation ON deal_registration (organization_id, creation_time, id);
CREATE INDEX deal_registration_by_channel_partner
  ON deal_registration (organization_id, channel_partner_id, creation_time, id);
CREATE INDEX deal_registration_by_domain ON deal_registration (organization_id, customer_domain)
  WHERE status IN ('SUBMITTED', 'APPROVED');
CREATE INDEX deal_registration_by_account ON deal_registration (organization_id, customer_partner, customer_account_id)
  WHERE status IN ('SUBMITTED', 'APPROVED');
CREATE INDEX deal_registration_by_crm_account ON deal_registration (organization_id, crm_a_account_id)
  WHERE status IN ('SUBMITTED', 'APPROVED');
CALL protect_tenant_table('deal_registration');
GRANT SELECT, INSERT, UPDATE, DELETE ON deal_registration TO tradepost_app, tradepost_system;

-- What approved registrations protect: a customer, by each way in which it is known, and a product are one's alone.
CREATE TABLE deal_protection (
  organization_id text COLLATE "C" NOT NULL,
  -- DOMAIN:…, ACCOUNT:<partner>:… or CRM_A:…
  customer_key text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  deal_registration_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, customer_key, product_id)
);
CREATE INDEX deal_protection_of_one ON deal_protection (organization_id, deal_registration_id);
CALL protect_tenant_table('deal_protection');
GRANT SELECT, INSERT, DELETE ON deal_protection TO tradepost_app, tradepost_system;
