-- Compatible: new tables, which an older program does not know.
-- A call that reported usage: one row, however many groups it brought. What waits for the run is claimed by the call and
-- never by the group. An idle organization has none that waits, and costs nothing.
CREATE TABLE usage_batch (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  -- By the wall clock: where its groups lie. A test clock runs years ahead.
  received_at timestamptz NOT NULL,
  creation_time timestamptz NOT NULL,
  source text COLLATE "C" NOT NULL,
  -- Groups that were stored with it, and how many of them are INVALID.
  size integer NOT NULL CHECK (size > 0),
  invalid integer NOT NULL DEFAULT 0 CHECK (invalid BETWEEN 0 AND size),
  content_hash bytea NOT NULL,
  -- Of the caller and its Idempotency-Key.
  call_hash bytea,
  actor_type text COLLATE "C" NOT NULL,
  actor_id text COLLATE "C",
  actor_email text,
  actor_name text,
  request_id text COLLATE "C",
  -- The run that settled it, and when, by the organization's clock.
  run_id text COLLATE "C",
  run_time timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX usage_batch_waiting ON usage_batch (organization_id, id) WHERE run_id IS NULL;
CREATE UNIQUE INDEX usage_batch_by_call ON usage_batch (organization_id, call_hash) WHERE call_hash IS NOT NULL;
CALL protect_tenant_table('usage_batch');
GRANT SELECT, INSERT, UPDATE ON usage_batch TO tradepost_app, tradepost_system;

-- One reported record group. It never changes, but for the few that are taken back or were INVALID.
CREATE TABLE usage_group (
  organization_id text COLLATE "C" NOT NULL,
  batch_id text COLLATE "C" NOT NULL,
  ordinal integer NOT NULL,
  received_at timestamptz NOT NULL,
  id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  -- When it was used: as given, else when it came.
  usage_time timestamptz NOT NULL,
  time_given boolean NOT NULL,
  -- Keys of dimensions and their quantities, in the order of the keys. Empty where metrics make them.
  keys text[] NOT NULL,
  quantities numeric[] NOT NULL,
  -- Records by metric, and what else the caller said, where there is any.
  billable_records json,
  meta_info json,
  -- INVALID or DELETED; what is neither has the state of its report.
  state text COLLATE "C" CHECK (state IN ('INVALID', 'DELETED')),
  reason text,
  PRIMARY KEY (organization_id, batch_id, ordinal, received_at),
  CHECK (cardinality(keys) = cardinality(quantities))
) PARTITION BY RANGE (received_at);
CREATE INDEX usage_group_by_entitlement ON usage_group (organization_id, entitlement_id, batch_id, ordinal);
CALL protect_tenant_table('usage_group');
GRANT SELECT, INSERT, UPDATE, DELETE ON usage_group TO tradepost_app, tradepost_system;

-- The identifiers of groups, each taken once: with what it was taken for, and where that lies.
CREATE TABLE usage_key (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  content_hash bytea NOT NULL,
  batch_id text COLLATE "C" NOT NULL,
  ordinal integer NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
) PARTITION BY HASH (organization_id);
CALL protect_tenant_table('usage_key');
GRANT SELECT, INSERT, UPDATE ON usage_key TO tradepost_app, tradepost_system;
DO $$
BEGIN
  FOR part IN 0..15 LOOP
    EXECUTE format('CREATE TABLE usage_key_%s PARTITION OF usage_key FOR VALUES WITH (MODULUS 16, REMAINDER %s)', part, part);
    EXECUTE format('CALL protect_tenant_table(%L)', 'usage_key_' || part);
  END LOOP;
END
$$;

-- Makes the partitions of groups of the months from one time to another, where they are missing. They are attached ready
-- made: a table that is created as a partition locks out everybody who reports meanwhile.
CREATE FUNCTION ensure_usage_partitions(since timestamptz, until timestamptz) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  month timestamptz := date_trunc('month', since);
  partition text;
  made integer := 0;
BEGIN
  IF until > since + interval '20 years' THEN
    RAISE EXCEPTION 'partitions of at most 20 years are made at once';
  END IF;
  WHILE month <= until LOOP
    partition := 'usage_group_' || to_char(month, 'YYYYMM');
    IF to_regclass(partition) IS NULL THEN
      PERFORM pg_advisory_xact_lock(hashtext('ensure_usage_partitions'));
      IF to_regclass(partition) IS NULL THEN
        EXECUTE format('CREATE TABLE %I (LIKE usage_group INCLUDING ALL)', partition);
        EXECUTE format('CALL protect_tenant_table(%L)', partition);
        EXECUTE format('ALTER TABLE usage_group ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
          partition, month, month + interval '1 month');
        made := made + 1;
      END IF;
    END IF;
    month := month + interval '1 month';
  END LOOP;
  RETURN made;
END
$$;
REVOKE ALL ON FUNCTION ensure_usage_partitions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ensure_usage_partitions TO tradepost_app, tradepost_system;
SELECT ensure_usage_partitions(now(), now() + interval '2 months');

-- How records of usage events become a quantity.
CREATE TABLE billable_metric (
  organization_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  description text,
  aggregation_type text COLLATE "C" NOT NULL
    CHECK (aggregation_type IN ('COUNT', 'UNIQUE_COUNT', 'SUM', 'MAX', 'LAST')),
  info jsonb NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DELETED')),
  creation_time timestamptz NOT NULL,
  last_update_time timestamptz NOT NULL,
  sequence integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX billable_metric_by_creation ON billable_metric (organization_id, creation_time, id);
CALL protect_tenant_table('billable_metric');
GRANT SELECT, INSERT, UPDATE ON billable_metric TO tradepost_app, tradepost_system;
