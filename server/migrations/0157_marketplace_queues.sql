-- Compatible: an older program pulls nothing.
-- The queues that marketplaces keep for sellers, and which process has which: one at a time reads a queue.
CREATE TABLE marketplace_queue (
  organization_id text COLLATE "C" NOT NULL,
  partner text COLLATE "C" NOT NULL,
  lease_token text COLLATE "C",
  lease_until timestamptz,
  -- Not before: after a failure it is left alone for a while.
  due_at timestamptz NOT NULL,
  -- When it was read last without a failure.
  polled_at timestamptz,
  -- In a row, up to now.
  failures integer NOT NULL DEFAULT 0,
  last_error text,
  last_error_at timestamptz,
  -- The integration as it was when the marketplace did not let us in: it is read again once that is another.
  stopped_sequence integer,
  PRIMARY KEY (organization_id, partner)
);
CALL protect_tenant_table('marketplace_queue');
GRANT SELECT ON marketplace_queue TO tradepost_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON marketplace_queue TO tradepost_system;

CREATE INDEX integration_verified ON integration (partner, organization_id)
  WHERE status = 'VERIFIED' AND service = 'MARKETPLACE';
