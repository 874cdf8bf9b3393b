ALTER TABLE buyer
  ADD COLUMN description text,
  ADD COLUMN company_id text COLLATE "C",
  ADD COLUMN s3_key_logo text COLLATE "C",
  -- ACTIVE, DELETED or MERGED. Only an ACTIVE one has accounts, and an external_id.
  ADD COLUMN status text COLLATE "C" NOT NULL DEFAULT 'ACTIVE',
  -- The ACTIVE buyer that a MERGED one became part of.
  ADD COLUMN merged_into text COLLATE "C",
  -- Part of the links to the buyer's page: raising it ends those that were given out.
  ADD COLUMN spa_version integer NOT NULL DEFAULT 1,
  ADD COLUMN customer_id text COLLATE "C" GENERATED ALWAYS AS (info ->> 'customerId') STORED,
  ADD COLUMN mka_account_id text COLLATE "C" GENERATED ALWAYS AS (info -> 'mkABuyer' ->> 'mkAAccountID') STORED,
  ADD COLUMN email_key text COLLATE "C" GENERATED ALWAYS AS (lower((info ->> 'emailAddress') COLLATE "C")) STORED;
CREATE INDEX buyer_by_creation ON buyer (organization_id, status, creation_time, id);
CREATE INDEX buyer_by_partner ON buyer (organization_id, partner, status, creation_time, id);
CREATE INDEX buyer_by_customer ON buyer (organization_id, customer_id, creation_time, id) WHERE customer_id IS NOT NULL;
CREATE INDEX buyer_by_mka_account ON buyer (organization_id, mka_account_id, creation_time, id)
  WHERE mka_account_id IS NOT NULL;
CREATE INDEX buyer_by_email ON buyer (organization_id, email_key, creation_time, id) WHERE email_key IS NOT NULL;
CREATE INDEX buyer_by_survivor ON buyer (organization_id, merged_into) WHERE merged_into IS NOT NULL;

-- How marketplaces know a buyer. One that was merged into another leaves its accounts to it, so that a later
-- agreement of an account finds the buyer that is left.
CREATE TABLE buyer_account (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  buyer_id text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, partner, external_id)
);
CREATE INDEX buyer_account_by_buyer ON buyer_account (organization_id, buyer_id);
CREATE INDEX buyer_account_by_external_id ON buyer_account (organization_id, external_id, buyer_id);
CALL protect_tenant_table('buyer_account');
GRANT SELECT, INSERT, UPDATE, DELETE ON buyer_account TO tradepost_app, tradepost_system;

-- The owner sees no row of a tenant table; the system role sees all.
SET LOCAL ROLE tradepost_system;
INSERT INTO buyer_account (organization_id, partner, external_id, buyer_id, creation_time)
  SELECT organization_id, partner, external_id, id, creation_time FROM buyer WHERE external_id IS NOT NULL;
UPDATE buyer SET info = jsonb_set(info, '{mkABuyer}', jsonb_build_object('mkAAccountID', external_id))
  WHERE partner = 'MKA' AND external_id IS NOT NULL AND NOT info ? 'mkABuyer';
RESET ROLE;

-- A contact without an address is allowed; of two with one address, in small letters, there is one.
ALTER TABLE contact
  ALTER COLUMN email DROP NOT NULL,
  ADD COLUMN email_key text COLLATE "C" GENERATED ALWAYS AS (lower(email COLLATE "C")) STORED,
  DROP CONSTRAINT contact_organization_id_email_key;
CREATE UNIQUE INDEX contact_by_email ON contact (organization_id, email_key);
CREATE INDEX contact_by_creation ON contact (organization_id, creation_time, id);
-- People's data goes when it is deleted.
GRANT DELETE ON contact TO tradepost_app, tradepost_system;

CREATE TABLE buyer_contact (
  organization_id text COLLATE "C" NOT NULL,
  buyer_id text COLLATE "C" NOT NULL,
  contact_id text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, buyer_id, contact_id)
);
CREATE INDEX buyer_contact_by_contact ON buyer_contact (organization_id, contact_id, buyer_id);
CALL protect_tenant_table('buyer_contact');
GRANT SELECT, INSERT, DELETE ON buyer_contact TO tradepost_app, tradepost_system;

-- The contacts that offers name, to find offers by contact; what an offer answers is its own contact_ids.
CREATE TABLE offer_contact (
  organization_id text COLLATE "C" NOT NULL,
  offer_id text COLLATE "C" NOT NULL,
  contact_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, offer_id, contact_id)
);
CREATE INDEX offer_contact_by_contact ON offer_contact (organization_id, contact_id, offer_id);
CALL protect_tenant_table('offer_contact');
GRANT SELECT, INSERT, DELETE ON offer_contact TO tradepost_app, tradepost_system;

-- In the database, so that no way of writing an offer can forget it. An id longer than an index can hold is none of ours.
CREATE FUNCTION offer_keeps_contacts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM offer_contact l WHERE l.organization_id = NEW.organization_id AND l.offer_id = NEW.id
      AND NOT l.contact_id = ANY (coalesce(NEW.contact_ids, '{}'));
  END IF;
  INSERT INTO offer_contact (organization_id, offer_id, contact_id)
    SELECT NEW.organization_id, NEW.id, named FROM unnest(NEW.contact_ids) named WHERE octet_length(named) <= 800
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
CREATE TRIGGER offer_contacts_made AFTER INSERT ON offer
  FOR EACH ROW WHEN (NEW.contact_ids IS NOT NULL) EXECUTE FUNCTION offer_keeps_contacts();
CREATE TRIGGER offer_contacts_changed AFTER UPDATE OF contact_ids ON offer
  FOR EACH ROW WHEN (NEW.contact_ids IS DISTINCT FROM OLD.contact_ids) EXECUTE FUNCTION offer_keeps_contacts();

SET LOCAL ROLE tradepost_system;
INSERT INTO offer_contact (organization_id, offer_id, contact_id)
  SELECT DISTINCT o.organization_id, o.id, named FROM offer o, unnest(o.contact_ids) named
  WHERE octet_length(named) <= 800;
RESET ROLE;
