-- What was uploaded or made; the content lies in the storage, under the organization's and the file's id. A row is
-- there before its content (UPLOADING) and after it (DELETED), so that no content is left without one.
CREATE TABLE stored_file (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  content_type text COLLATE "C" NOT NULL,
  size integer NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  purpose text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  created_by text COLLATE "C" NOT NULL,
  creation_time timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX stored_file_by_status ON stored_file (organization_id, status, creation_time, id);
CREATE INDEX stored_file_by_purpose ON stored_file (organization_id, status, purpose, creation_time, id);
CALL protect_tenant_table('stored_file');
GRANT SELECT, INSERT, UPDATE ON stored_file TO tradepost_app, tradepost_system;

CREATE OR REPLACE VIEW organization_quota WITH (security_invoker = true) AS
  SELECT current_organization() AS organization_id, b.name AS id, b.name,
    coalesce(own.maximum, common.maximum, b.maximum) AS maximum,
    timestamptz '2026-01-01 00:00:00+00' AS creation_time
  FROM (VALUES
      ('apiClients' COLLATE "C", 20),
      ('files', 10000),
      ('members', 200),
      ('offers', 100000),
      ('usageRecordGroupsPerDay', 1000000),
      ('webhookEndpoints', 20)) AS b (name, maximum)
    LEFT JOIN quota own ON own.organization_id = current_organization() AND own.name = b.name
    LEFT JOIN quota common ON common.organization_id = '*' AND common.name = b.name;
