-- Compatible: quotas more, which an older program lists without what is used of them.
CREATE OR REPLACE VIEW organization_quota WITH (security_invoker = true) AS
  SELECT current_organization() AS organization_id, b.name AS id, b.name,
    coalesce(own.maximum, common.maximum, b.maximum) AS maximum,
    timestamptz '2026-01-01 00:00:00+00' AS creation_time
  FROM (VALUES
      ('aiCallsPerDay' COLLATE "C", 1000),
      ('apiClients', 20),
      ('channelPartnerAgreements', 10000),
      ('channelPartners', 10000),
      ('channelPartnerTiers', 1000),
      ('dealRegistrations', 100000),
      ('files', 10000),
      ('knowledgeArticles', 10000),
      ('members', 200),
      ('offers', 100000),
      ('supportComments', 100000),
      ('supportTickets', 10000),
      ('usageRecordGroupsPerDay', 1000000000),
      ('webhookEndpoints', 20)) AS b (name, maximum)
    LEFT JOIN quota own ON own.organization_id = current_organization() AND own.name = b.name
    LEFT JOIN quota common ON common.organization_id = '*' AND common.name = b.name;
