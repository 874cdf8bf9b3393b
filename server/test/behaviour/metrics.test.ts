import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectBacklog } from '../../src/process/backlog.ts';
import { fires, metricsOf, readAlertRules, readRunbook, type Samples, samplesOf } from '../alerts.ts';
import { send, startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await startTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

const scrape = async (from: TestApp): Promise<Samples> => {
  const { status, text } = await from.request('GET', '/metrics');
  expect(status, text).toBe(200);
  return samplesOf(text);
};

/**
 * Starts a new process on the same database, because each process caches its measurements for some seconds.
 */
const fromAnother = async <T>(look: (other: TestApp) => Promise<T>): Promise<T> => {
  const other = await startTestApp({ database: app.database });
  try {
    return await look(other);
  } finally {
    await other.stop();
  }
};

const addJob = (id: string, kind: string, readyAt: string, attempts = 0) =>
  app.database.query(
    `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time, attempts)
     VALUES ($1, $2, $3, $2, '{"unknown": 1}', 'wall', now(), now() + $4::interval, now(), $5)`,
    [org.id, id, kind, readyAt, attempts],
  );

/** The alert expressions in docs/operations.md, by name. */
const alerts = new Map(
  [
    ...readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8').matchAll(
      /^\| (\w+) \| `([^`]+)` \|/gm,
    ),
  ].map((match) => [match[1] as string, match[2] as string]),
);
const alert = (name: string): string => {
  const expression = alerts.get(name);
  if (!expression) throw new Error(`operations.md describes no alert ${name}`);
  return expression;
};

describe('the alerts of operations.md', () => {
  test('are all parsed, and do not fire in normal operation', async () => {
    expect([...alerts.keys()]).toEqual([
      'JobsWait',
      'JobsFail',
      'ServerErrors',
      'DatabaseAway',
      'Unsealed',
      'UsageWaits',
    ]);
    const [before, after] = [await scrape(app), await scrape(app)];
    for (const [name, expression] of alerts)
      expect([name, fires(expression, { before, after })]).toEqual([name, []]);
  });

  test('use metrics that the program exports', async () => {
    const { text } = await app.request('GET', '/metrics');
    const names = [...text.matchAll(/^# TYPE (\S+) (\w+)/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name as string],
    );
    const asked = readAlertRules().flatMap(({ expression }) => metricsOf(expression));
    const inRunbook = [...readRunbook().values()]
      .flatMap((section) => [
        ...section.matchAll(/`(\w*(?:sum by|rate|database_|marketplace_|jobs?_)[^`]*)`/g),
      ])
      .flatMap(([, expression]) => metricsOf(expression as string));
    expect(asked.length + inRunbook.length).toBeGreaterThan(9);
    // Prometheus itself records whether a scrape succeeded.
    expect([...asked, ...inRunbook].filter((name) => name !== 'up' && !names.includes(name))).toEqual([]);
  });

  test('have statements in the runbook that the system role may run', async () => {
    const statements = [...readRunbook().values()].flatMap((section) =>
      [...section.matchAll(/(?:`|^ +)(SELECT [^;`]+);/gm)].map(([, statement]) => statement as string),
    );
    expect(statements.length).toBeGreaterThan(4);
    for (const text of statements)
      await app.app.database.transaction(({ query }) => query({ name: '', text, values: [] }), 'system');
  });

  test('JobsWait fires for a job that has been ready for too long, from every process, and for no future job', async () => {
    await addJob('job_late', 'offers.expire', '-6 minutes');
    await addJob('job_soon', 'offers.create', '-1 minute');
    await addJob('job_future', 'offers.sync', '1 hour');
    const after = await fromAnother(scrape);
    expect(fires(alert('JobsWait'), { before: after, after })).toEqual([{ kind: 'offers.expire' }]);
    const waiting = after.filter(({ name, value }) => name === 'jobs_waiting' && value > 0);
    expect(waiting.map(({ labels }) => labels.kind).sort()).toEqual(['offers.create', 'offers.expire']);
    await app.database.query(`DELETE FROM job WHERE organization_id = $1`, [org.id]);
  });

  test('JobsFail fires at the first failure of a kind', async () => {
    const before = await scrape(app);
    await addJob('job_hopeless', 'offers.expire', '-1 second', 10_000);
    expect(await app.drainJobs()).toBe(1);
    expect(fires(alert('JobsFail'), { before, after: await scrape(app) })).toEqual([
      { kind: 'offers.expire', outcome: 'failed' },
    ]);
    const [, select = ''] = /(SELECT [^;]+);/.exec(readRunbook().get('TradepostJobsFail') ?? '') ?? [];
    const { rows } = await app.database.query(select);
    expect(rows.map(({ id }) => id)).toContain('job_hopeless');
  });

  test('UsageWaits fires for usage that is pending too long by its organization’s clock, and not for future hours', async () => {
    const waiting = async (created: string, hour: string) => {
      await app.database.query(
        `INSERT INTO usage_line (organization_id, id, report_id, entitlement_id, entitlement_term_id, partner, dimension,
           bucket_hour, quantity, creation_time, last_update_time)
         VALUES ($1, $2, 'urr_1', 'ent_1', 'trm_1', 'MKA', $2, now() + $3::interval, 1, now() + $4::interval, now())`,
        [org.id, `usl_${created}`, hour, created],
      );
      const after = await fromAnother(scrape);
      return {
        fired: fires(alert('UsageWaits'), { before: after, after }),
        seconds: after.find(({ name }) => name === 'usage_oldest_waiting_seconds')?.value ?? 0,
      };
    };
    const later = await waiting('-2 hours', '1 hour');
    expect(later).toEqual({ fired: [], seconds: 0 });
    expect((await waiting('-15 minutes', '-75 minutes')).fired).toEqual([]);
    const late = await waiting('-25 minutes', '-75 minutes');
    expect([late.fired, Math.round(late.seconds / 60)]).toEqual([[{}], 25]);
    await app.database.query('UPDATE organization SET clock_offset_ms = 3600000 WHERE organization_id = $1', [
      org.id,
    ]);
    expect((await waiting('1 minute', '-1 hour')).seconds).toBeGreaterThan(80 * 60);
    await app.database.query('UPDATE organization SET clock_offset_ms = 0 WHERE organization_id = $1', [
      org.id,
    ]);
    await app.database.query('DELETE FROM usage_line WHERE organization_id = $1', [org.id]);
  });

  test('DatabaseAway fires when the database is unavailable: the scrape succeeds without stale numbers', async () => {
    const doomed = await startTestApp();
    const { rows } = await doomed.database.query('SELECT current_database() AS name');
    await app.database.query(`DROP DATABASE ${rows[0].name} WITH (FORCE)`);
    const after = await scrape(doomed);
    expect(fires(alert('DatabaseAway'), { before: after, after })).toEqual([{}]);
    expect(after.filter(({ name }) => /^jobs_waiting$|^job_oldest/.test(name))).toEqual([]);
    expect(after.find(({ name }) => name === 'mails_owed')?.value).toBeNaN();
    await doomed.stop();
  });
});

test('pending deliveries, mails and unsealed entries are counted', async () => {
  const counts = (samples: Samples) =>
    Object.fromEntries(
      samples.flatMap(({ name, value }) =>
        /_owed$|_unsealed$|^integrations_|^usage_oldest/.test(name) ? [[name, value]] : [],
      ),
    );
  const { rows } = await app.database.query('SELECT count(*)::int AS unsealed FROM unsealed_event');
  await app.database.query(
    `INSERT INTO outgoing_mail (id, to_addresses, cc_addresses, bcc_addresses, subject, due_at, creation_time)
     SELECT 'mail_' || n, '{a@example.com}', '{}', '{}', 'Hello', now(), now() FROM generate_series(1, 3) n`,
  );
  await addDeliveries('PENDING', 2);
  expect(counts(await fromAnother(scrape))).toEqual({
    events_unsealed: rows[0].unsealed,
    integrations_in_bad_health: 0,
    integrations_not_verified: 0,
    mails_owed: 3,
    usage_oldest_waiting_seconds: 0,
    webhook_deliveries_owed: 2,
  });
});

const addDeliveries = (status: string, count: number) =>
  app.database.query(
    `INSERT INTO webhook_delivery (organization_id, id, endpoint_id, event_id, scope, entity_type, entity_id,
       position, status, creation_time)
     SELECT $1, $2 || n, 'end_1', $2 || n, 'CREATE.OFFER', 'OFFER', 'ofr_1', n, $2, now()
     FROM generate_series(1, $3) n`,
    [org.id, status, count],
  );

test('counting reads pending rows only, and no finished or future rows', async () => {
  await app.database.query(
    `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time)
     SELECT $1, 'job_' || n, 'offers.expire', n, '{}', 'wall', now(), now() + interval '1 day', now()
     FROM generate_series(1, 5000) n`,
    [org.id],
  );
  await addDeliveries('DONE', 5000);
  const [explained] = await app.app.database.transaction(async ({ query }) => {
    await query({ name: '', text: `SELECT set_config('enable_seqscan', 'off', true)`, values: [] });
    return query({
      ...selectBacklog,
      name: '',
      text: `EXPLAIN (ANALYZE, FORMAT JSON) ${selectBacklog.text}`,
    });
  }, 'system');
  const scans = scansOf(JSON.parse(String(explained?.['QUERY PLAN']))[0].Plan);
  expect(scans.length).toBe(8);
  for (const { relation, rows } of scans) expect([relation, rows < 50]).toEqual([relation, true]);
});

type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };

/** Returns each table scan with its number of rows, including filtered rows. */
const scansOf = (node: PlanNode): { relation: unknown; rows: number }[] => [
  ...(node['Relation Name']
    ? [
        {
          relation: node['Relation Name'],
          rows: Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0),
        },
      ]
    : []),
  ...(node.Plans ?? []).flatMap(scansOf),
];

test('connections in use, the build and a coming shutdown are reported', async () => {
  const samples = await scrape(app);
  const sampleOf = (wanted: string) => samples.find(({ name }) => name === wanted)?.value;
  expect(samples.find(({ name }) => name === 'tradepost_build_info')?.labels).toEqual({
    node: process.version,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
  for (const name of [
    'database_pool_waiting',
    'database_pipelines_in_use',
    'database_pipelines_waiting',
    'draining',
  ])
    expect([name, sampleOf(name)]).toEqual([name, 0]);
  expect(sampleOf('database_pool_connections')).toBeGreaterThan(0);
  const busy = app.app.database.transaction(async () => valuesDuring(), 'system');
  expect(await busy).toBe(1);
});

const valuesDuring = async () =>
  (await scrape(app)).find(({ name }) => name === 'database_pool_in_use')?.value;

test('GET /version returns the build of the program as JSON', async () => {
  const { status, body } = await app.request('GET', '/version');
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect([status, body]).toEqual([200, { name: 'tradepost', version }]);
});

describe('the access line', () => {
  /** Returns the log level of the lines of each request. */
  const levels = async (settings: Record<string, string>) => {
    const lines: Record<string, unknown>[] = [];
    const onLog = (line: Record<string, unknown>) => void lines.push(line);
    const environment = { LOG_LEVEL: 'debug', ...settings };
    const other = await startTestApp({ database: app.database, environment, onLog });
    for (const id of ['livez', 'version', 'nowhere', 'org', 'metrics'])
      await other.request('GET', `/${id}`, { headers: { 'x-request-id': id } });
    // Lines are written after their responses; a stopped program writes no more.
    await other.stop();
    return lines.flatMap(({ msg, level, requestId }) =>
      msg === 'answered' ? [`${requestId} ${level}`] : [],
    );
  };

  test('is written once for each request: at info, for probes and scrapes at debug', async () =>
    expect(await levels({})).toEqual([
      'livez debug',
      'version info',
      'nowhere info',
      'org info',
      'metrics debug',
    ]));

  test('is written at debug with ACCESS_LOG=false', async () =>
    expect(await levels({ ACCESS_LOG: 'false' })).toEqual([
      'livez debug',
      'version debug',
      'nowhere debug',
      'org debug',
      'metrics debug',
    ]));
});

test('a worker process without the API serves probes and metrics on HEALTH_PORT only', async () => {
  const worker = await startTestApp({ serve: false, work: true, environment: { HEALTH_PORT: '0' } });
  const ask = (path: string) => send(`${worker.app.healthAddress()}${path}`, 'GET', {});
  expect([(await ask('/livez')).body, (await ask('/readyz')).body]).toEqual([
    { status: 'ok' },
    { status: 'ok' },
  ]);
  expect((await ask('/metrics')).text).toContain('jobs_total{kind="offers.create",outcome="failed"} 0');
  expect((await ask('/org')).status).toBe(404);
  await worker.stop();
});
