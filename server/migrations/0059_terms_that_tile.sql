-- Compatible: new columns that may be null; of a term without them the rules reckon from its own amount and times.
-- What a term was priced for: the amount of the whole time that was bought, and since and until when that is. A term that
-- is the rest of such a time carries its share of it. A term of an older program has none of them, and is reckoned from
-- its own amount and times.
ALTER TABLE entitlement_term
  ADD COLUMN priced_amount numeric,
  ADD COLUMN priced_since timestamptz,
  ADD COLUMN priced_until timestamptz;

-- The length that was agreed on, in ISO 8601, where the end was reckoned from one: renewals repeat it. The payments that
-- were agreed on, and the price that they pay, once another number of units changed what is still to be paid.
ALTER TABLE entitlement
  ADD COLUMN agreed_duration text,
  ADD COLUMN agreed_payments jsonb;

-- Only lengths in days and weeks are told apart from those that the times themselves show.
SET LOCAL ROLE tradepost_system;
UPDATE entitlement e SET agreed_duration = o.info ->> 'mkAAgreementDuration'
FROM offer o
WHERE o.organization_id = e.organization_id AND o.id = e.offer_id
  AND o.info ->> 'mkAAgreementDuration' ~ '^P[0-9]{1,5}[DW]$';
UPDATE entitlement e SET agreed_duration = 'P' || longest.days || 'D'
FROM (
  SELECT n.organization_id, n.id, max((c ->> 'length')::bigint) AS days
  FROM entitlement n, jsonb_array_elements(
    CASE WHEN jsonb_typeof(n.info -> 'commits') = 'array' THEN n.info -> 'commits' ELSE '[]'::jsonb END) c
  WHERE upper(c ->> 'timeUnit') = 'DAY' AND c ->> 'length' ~ '^[1-9][0-9]{0,4}$'
  GROUP BY n.organization_id, n.id) longest
WHERE longest.organization_id = e.organization_id AND longest.id = e.id AND e.agreed_duration IS NULL;
RESET ROLE;
