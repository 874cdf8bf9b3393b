import type pg from 'pg';

/** Dimensions of each sale. */
export const dimensions = 5;
/** Ledger entries for each dimension of a report: the usage, and its included part. */
export const entriesEach = 2;

const tables =
  'entitlement, entitlement_term, usage_report, usage_billable_day, usage_billing, usage_ledger, invoice, invoice_fee, job, event';

/**
 * Stores direct sales since the first day of last month, with settled usage of that month, as a run leaves
 * it.
 */
export async function storeSettled(
  database: pg.Pool,
  organizationId: string,
  sales: number,
  reports: number,
): Promise<void> {
  const of = (text: string) => database.query(text.replaceAll('$org', `'${organizationId}'`));
  const start = `date_trunc('month', now(), 'UTC') - interval '1 month'`;
  const ids = (name: string, number: string) => `'${name}_' || lpad((${number})::text, 26, '0')`;
  const keys = Array.from({ length: dimensions }, (_, index) => `usage_units_${index + 1}`);
  const sold = JSON.stringify({
    currency: 'USD',
    billingCycle: 'MONTH_FIRST_DAY',
    gracePeriodInDays: 3,
    dimensions: keys.map((key, index) => ({ key, name: `Units ${index + 1}`, rate: 0.125 * (index + 1) })),
  });
  const of5 = (value: (index: number) => string) =>
    `jsonb_build_object(${keys.map((key, index) => `'${key}', ${value(index)}`).join(', ')})`;
  await of(`TRUNCATE ${tables}`);
  await of(`INSERT INTO entitlement (organization_id, id, name, type, status, info, meta_info, entitlement_term_id, start_time,
      end_time, creation_time, last_update_time)
    SELECT $org, ${ids('ent', 's')}, 'Sale', 'SAAS', 'ACTIVE', '${sold}', '{}', ${ids('trm', 's')}, ${start},
      ${start} + interval '1 year', ${start}, ${start} FROM generate_series(1, ${sales}) s`);
  await of(`INSERT INTO entitlement_term (organization_id, id, entitlement_id, info, entitlement_info, start_time, end_time,
      creation_time, last_update_time)
    SELECT $org, ${ids('trm', 's')}, ${ids('ent', 's')}, '{}', '${sold}', ${start}, ${start} + interval '1 year', ${start}, ${start}
    FROM generate_series(1, ${sales}) s`);
  await of(`INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, run_id, usage_from, usage_until,
      group_count, status, group_status, info, mapped, billable, creation_time, last_update_time)
    SELECT $org, ${ids('urr', `${sales} * r + s`)}, ${ids('ent', 's')}, ${ids('trm', 's')}, ${ids('job', 'r')}, u.hour,
      u.hour + interval '1 hour', 2, 'CREATED', 'CREATED', jsonb_build_object('startTime', u.hour, 'endTime', u.hour + interval '1 hour',
        'partner', '', 'commitAmount', 0, 'creditAmount', 0, 'usedCommitAmount', 0, 'usedCreditAmount', 0,
        'includedRecords', ${of5(() => '1')}, 'creditRecords', '{}'::jsonb, 'reportedRecords', '{}'::jsonb,
        'dimensionUnitPrice', ${of5((index) => String(0.125 * (index + 1)))}), '[]',
      jsonb_build_object(${keys.map((key, index) => `'${0.125 * (index + 1)} ${key}', (r + s) % 100 + 0.25`).join(', ')}),
      u.hour + interval '1 hour',
      u.hour + interval '1 hour'
    FROM generate_series(0, ${reports - 1}) r, (SELECT ${start} AS first) m, generate_series(1, ${sales}) s,
      LATERAL (SELECT m.first + r * interval '1 hour' AS hour) u`);
  await of(`INSERT INTO usage_ledger (organization_id, entitlement_term_id, position, id, entitlement_id, type, dimension, quantity,
      unit_price, amount, usage_hour, report_id, run_id, creation_time)
    SELECT $org, ${ids('trm', 's')}, 1 + d.n * ${entriesEach} + e + r * ${dimensions * entriesEach},
      ${ids('uld', `((${sales} * r + s) * ${dimensions} + d.n) * ${entriesEach} + e`)}, ${ids('ent', 's')},
      (ARRAY['USAGE', 'INCLUDED'])[e + 1], 'usage_units_' || d.n + 1, CASE e WHEN 0 THEN 1 + (r + s) % 100 + 0.25 ELSE 1 END,
      CASE e WHEN 0 THEN 0.125 * (d.n + 1) END, CASE e WHEN 0 THEN 0.125 * (d.n + 1) * (1 + (r + s) % 100 + 0.25) END, u.hour,
      ${ids('urr', `${sales} * r + s`)}, ${ids('job', 'r')}, u.hour + interval '1 hour'
    FROM generate_series(0, ${reports - 1}) r, (SELECT ${start} AS first) m, generate_series(1, ${sales}) s,
      generate_series(0, ${dimensions - 1}) d (n), generate_series(0, ${entriesEach - 1}) e,
      LATERAL (SELECT m.first + r * interval '1 hour' AS hour) u`);
  await of(`INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time)
    SELECT $org, ${ids('job', `1000000000 + s`)}, 'billing.draft', 'draft:' || ${ids('ent', 's')} || ':' || (${start} + interval '1 month'),
      jsonb_build_object('entitlementId', ${ids('ent', 's')}, 'at', ${start} + interval '1 month'), 'organization',
      now() + interval '1 day', now() + interval '1 day', now() FROM generate_series(1, ${sales}) s`);
  await of(`VACUUM (ANALYZE) ${tables}`);
  await of('CHECKPOINT');
}
