-- Compatible: an older program binds nobody, and sees what it saw.
-- Where whoever acts is bound to a channel partner, only what is that one's is seen and written: a second line, behind the
-- permissions of the portal.
CREATE POLICY channel_partner_scope ON channel_partner AS RESTRICTIVE TO tradepost_app
  USING (current_binding() IS NULL OR id = current_binding());
CREATE POLICY channel_partner_scope ON channel_partner_account AS RESTRICTIVE TO tradepost_app
  USING (current_binding() IS NULL OR channel_partner_id = current_binding());
CREATE POLICY channel_partner_scope ON channel_partner_agreement AS RESTRICTIVE TO tradepost_app
  USING (current_binding() IS NULL OR channel_partner_id = current_binding());
CREATE POLICY channel_partner_scope ON deal_registration AS RESTRICTIVE TO tradepost_app
  USING (current_binding() IS NULL OR channel_partner_id = current_binding());
CREATE POLICY channel_partner_scope ON deal_protection AS RESTRICTIVE TO tradepost_app
  USING (current_binding() IS NULL OR EXISTS (SELECT FROM deal_registration d
    WHERE d.organization_id = deal_protection.organization_id AND d.id = deal_protection.deal_registration_id));
CREATE POLICY channel_partner_scope ON channel_partner_tier AS RESTRICTIVE TO tradepost_app
  USING (current_binding() IS NULL OR EXISTS (SELECT FROM channel_partner p
    WHERE p.organization_id = channel_partner_tier.organization_id AND p.tier_id = channel_partner_tier.id));
