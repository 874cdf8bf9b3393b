-- Compatible: an older program's transactions do not open for a grant that is bound, so that its role allows nothing there.
-- A member or API client of a channel partner's: it reaches what is the channel partner's, whatever role it has.
ALTER TABLE principal_grant ADD COLUMN bound_to text COLLATE "C";
CREATE INDEX principal_grant_by_channel_partner ON principal_grant (organization_id, bound_to)
  WHERE bound_to IS NOT NULL;

-- Set where whoever acts is bound; as current_organization(), '' once it was set before.
CREATE FUNCTION current_binding() RETURNS text
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('app.binding_id', true), '');

-- A bound grant opens only a transaction that sees no more than its channel partner's.
CREATE POLICY channel_partner_scope ON principal_grant AS RESTRICTIVE FOR SELECT TO tradepost_app
  USING (bound_to IS NULL OR bound_to = current_binding());
