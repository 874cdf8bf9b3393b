-- Compatible: a new view, which an older program does not know.
-- Offers as the people of a channel partner see them: a closed list, of those that are due to it.
CREATE VIEW portal_offer WITH (security_invoker = true) AS
  SELECT a.organization_id, a.id, a.offer_id, a.channel_partner_id, o.name, o.status, p.name AS product_name,
    o.info ->> 'currency' AS currency, a.kind, a.share, a.basis, s.amount,
    trim_scale(s.amount * CASE a.kind WHEN 'RESOLD' THEN 0 ELSE a.share END / 100) AS share_amount,
    o.meta_info ->> 'offerAcceptDate' AS accept_time, o.expire_time, a.creation_time, a.last_update_time
  FROM offer_attribution a
    JOIN offer o ON o.organization_id = a.organization_id AND o.id = a.offer_id AND o.status <> 'DELETED'
    LEFT JOIN product p ON p.organization_id = o.organization_id AND p.id = o.product_id
    LEFT JOIN LATERAL (
      SELECT (e.info ->> 'commitAmount')::numeric AS amount FROM entitlement e
      WHERE e.organization_id = a.organization_id AND e.offer_id = a.offer_id
      ORDER BY e.creation_time DESC, e.id DESC LIMIT 1) s ON true;
GRANT SELECT ON portal_offer TO tradepost_app, tradepost_system;
