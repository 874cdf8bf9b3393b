-- Compatible: the database keeps these rows itself, also of what an older program writes; that program goes on reading reports.
-- What reports of a day keep for invoices, summed: a draft reads whole days so, and reports only at the ends of its time. Reports of one
-- generation are billed by their time alone, so that what is voided or comes late changes none of these rows.
CREATE TABLE usage_billable_day (
  organization_id text COLLATE "C" NOT NULL,
  entitlement_id text COLLATE "C" NOT NULL,
  generation integer NOT NULL,
  -- Its beginning in UTC: reports of it were used from then on, and before the next one.
  day timestamptz NOT NULL,
  -- Those that reports have in `billable_keys`; empty for reports that are summed by names.
  keys text COLLATE "C" NOT NULL,
  units numeric[],
  first_used timestamptz NOT NULL,
  -- The first of the reports by their ids.
  report_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, entitlement_id, generation, day, keys)
);
CALL protect_tenant_table('usage_billable_day');
GRANT SELECT, INSERT, UPDATE, DELETE ON usage_billable_day TO tradepost_app, tradepost_system;

-- Reports that marketplaces are sent have nothing for invoices.
CREATE FUNCTION usage_report_adds_to_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO usage_billable_day AS d
    (organization_id, entitlement_id, generation, day, keys, units, first_used, report_id)
  SELECT a.organization_id, a.entitlement_id, a.generation, date_trunc('day', a.usage_from, 'UTC'), coalesce(a.billable_keys, ''),
    ARRAY[sum(a.billable_units[1]), sum(a.billable_units[2]), sum(a.billable_units[3]), sum(a.billable_units[4]),
      sum(a.billable_units[5]), sum(a.billable_units[6]), sum(a.billable_units[7]), sum(a.billable_units[8])],
    min(a.usage_from), min(a.id)
  FROM added a WHERE a.group_status = 'CREATED' OR a.billable <> '{}'
  GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, entitlement_id, generation, day, keys) DO UPDATE SET
    units = ARRAY[d.units[1] + excluded.units[1], d.units[2] + excluded.units[2], d.units[3] + excluded.units[3],
      d.units[4] + excluded.units[4], d.units[5] + excluded.units[5], d.units[6] + excluded.units[6],
      d.units[7] + excluded.units[7], d.units[8] + excluded.units[8]],
    first_used = least(d.first_used, excluded.first_used), report_id = least(d.report_id, excluded.report_id);
  RETURN NULL;
END
$$;
CREATE TRIGGER usage_report_adds_to_day AFTER INSERT ON usage_report REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION usage_report_adds_to_day();

-- What a report kept cannot be taken off from the first of them: its days are summed anew. Whoever changes a report has locked its entitlement.
CREATE FUNCTION usage_report_changes_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed usage_report;
BEGIN
  FOREACH changed IN ARRAY CASE TG_OP WHEN 'DELETE' THEN ARRAY[OLD] ELSE ARRAY[OLD, NEW] END LOOP
    DELETE FROM usage_billable_day d
    WHERE d.organization_id = changed.organization_id AND d.entitlement_id = changed.entitlement_id
      AND d.generation = changed.generation AND d.day = date_trunc('day', changed.usage_from, 'UTC');
    INSERT INTO usage_billable_day
      (organization_id, entitlement_id, generation, day, keys, units, first_used, report_id)
    SELECT a.organization_id, a.entitlement_id, a.generation, date_trunc('day', changed.usage_from, 'UTC'),
      coalesce(a.billable_keys, ''),
      ARRAY[sum(a.billable_units[1]), sum(a.billable_units[2]), sum(a.billable_units[3]), sum(a.billable_units[4]),
        sum(a.billable_units[5]), sum(a.billable_units[6]), sum(a.billable_units[7]), sum(a.billable_units[8])],
      min(a.usage_from), min(a.id)
    FROM usage_report a
    WHERE a.organization_id = changed.organization_id AND a.entitlement_id = changed.entitlement_id
      AND a.generation = changed.generation AND a.usage_from >= date_trunc('day', changed.usage_from, 'UTC')
      AND a.usage_from < date_trunc('day', changed.usage_from, 'UTC') + interval '24 hours'
      AND (a.group_status = 'CREATED' OR a.billable <> '{}')
    GROUP BY 1, 2, 3, 4, 5;
  END LOOP;
  RETURN NULL;
END
$$;
CREATE TRIGGER usage_report_changes_day AFTER UPDATE OF billable, generation, usage_from, entitlement_id ON usage_report
  FOR EACH ROW WHEN ((OLD.billable, OLD.generation, OLD.usage_from, OLD.entitlement_id)
    IS DISTINCT FROM (NEW.billable, NEW.generation, NEW.usage_from, NEW.entitlement_id))
  EXECUTE FUNCTION usage_report_changes_day();
CREATE TRIGGER usage_report_leaves_day AFTER DELETE ON usage_report
  FOR EACH ROW EXECUTE FUNCTION usage_report_changes_day();

-- Nobody writes reports meanwhile: the triggers have locked their table.
SET LOCAL ROLE tradepost_system;
INSERT INTO usage_billable_day (organization_id, entitlement_id, generation, day, keys, units, first_used, report_id)
SELECT a.organization_id, a.entitlement_id, a.generation, date_trunc('day', a.usage_from, 'UTC'), coalesce(a.billable_keys, ''),
  ARRAY[sum(a.billable_units[1]), sum(a.billable_units[2]), sum(a.billable_units[3]), sum(a.billable_units[4]),
    sum(a.billable_units[5]), sum(a.billable_units[6]), sum(a.billable_units[7]), sum(a.billable_units[8])],
  min(a.usage_from), min(a.id)
FROM usage_report a WHERE a.group_status = 'CREATED' OR a.billable <> '{}'
GROUP BY 1, 2, 3, 4, 5;
RESET ROLE;
