-- Compatible: programs of the previous version insert sign-ups without the new columns, whose defaults apply.
ALTER TABLE signup_connection
  -- SELLER: reported by the seller. SIGNUP_PAGE: the buyer's form on the hosted page.
  ADD COLUMN source text COLLATE "C" NOT NULL DEFAULT 'SELLER',
  ADD COLUMN first_name text,
  ADD COLUMN last_name text,
  ADD COLUMN notes text,
  ADD COLUMN contact_id text COLLATE "C";
-- A form that is sent repeatedly is one sign-up.
CREATE UNIQUE INDEX signup_connection_of_page ON signup_connection (organization_id, entitlement_id)
  WHERE source = 'SIGNUP_PAGE';
