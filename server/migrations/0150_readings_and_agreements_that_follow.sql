-- Compatible: an older program neither reads nor writes what is new here. An agreement that follows another one is a new
-- entitlement to it.
-- The revision of the reading of the marketplace that was applied last, where it has revisions.
ALTER TABLE offer ADD COLUMN revision bigint;
ALTER TABLE entitlement ADD COLUMN revision bigint;

-- What marketplaces called the earlier agreements of an entitlement: it has the id of the one that followed last.
CREATE TABLE entitlement_agreement (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  external_id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, partner, external_id)
);
CREATE INDEX entitlement_agreement_of ON entitlement_agreement (organization_id, entitlement_id);
CALL protect_tenant_table('entitlement_agreement');
GRANT SELECT, INSERT ON entitlement_agreement TO tradepost_app, tradepost_system;
