-- Notices that time brings, each once: for which entity, and for which occasion of it (a time of expiry, a day).
CREATE TABLE notice_sent (
  organization_id text COLLATE "C" NOT NULL,
  -- <ACTION>.<ENTITY>
  scope text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  occasion text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, scope, entity_id, occasion)
);
CALL protect_tenant_table('notice_sent');
GRANT SELECT, INSERT ON notice_sent TO tradepost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON notice_sent TO tradepost_system;

-- Offers by when they expire, while a buyer may accept them.
CREATE INDEX offer_to_expire ON offer (organization_id, expire_time, id)
  WHERE status = 'PENDING_ACCEPTANCE' AND expire_time IS NOT NULL;
CREATE INDEX offer_to_accept ON offer (organization_id, creation_time, id) WHERE status = 'PENDING_ACCEPTANCE';

-- When notice of the end is due: whole days of 24 hours before it.
ALTER TABLE entitlement ADD COLUMN alert_time timestamptz GENERATED ALWAYS AS (
  ((end_time AT TIME ZONE 'UTC') - make_interval(days => CASE
    WHEN jsonb_typeof(info -> 'alertDaysBeforeEnd') = 'number'
      AND (info ->> 'alertDaysBeforeEnd')::numeric BETWEEN 1 AND 365
    THEN floor((info ->> 'alertDaysBeforeEnd')::numeric)::integer END)) AT TIME ZONE 'UTC') STORED;
CREATE INDEX entitlement_to_end_soon ON entitlement (organization_id, alert_time, id) WHERE alert_time IS NOT NULL;

-- That somebody of a client signed up with the seller for what the client bought.
CREATE TABLE signup_connection (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C",
  buyer_id text COLLATE "C",
  email_address text COLLATE "C" NOT NULL,
  name text,
  company_name text,
  phone_number text,
  created_by text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX signup_connection_by_entitlement ON signup_connection (organization_id, entitlement_id, creation_time, id);
CREATE INDEX signup_connection_by_creation ON signup_connection (organization_id, creation_time, id);
CALL protect_tenant_table('signup_connection');
GRANT SELECT, INSERT ON signup_connection TO tradepost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON signup_connection TO tradepost_system;

-- The mails of one organization, for its clock to wait for.
CREATE INDEX outgoing_mail_of_organization ON outgoing_mail (sent_for, due_at, id)
  WHERE finished_at IS NULL AND sent_for IS NOT NULL;
