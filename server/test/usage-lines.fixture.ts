import type { Reply, TestApp, TestOrganization } from './harness.ts';

export const hourMs = 3_600_000;

/** Creates the request functions of the helpers, for one organization. */
function requestsOf(app: TestApp, org: TestOrganization) {
  const get = async (path: string): Promise<Reply['body']> =>
    (await app.request('GET', `/org/${org.id}/${path}`, { token: org.token })).body;
  const post = (path: string, body?: object): Promise<Reply> =>
    app.request('POST', `/org/${org.id}/${path}`, { token: org.token, ...(body ? { body } : {}) });
  const now = async () => new Date((await get('sandbox/clock')).time);
  const hourBefore = async (hours = 0) => {
    const time = (await now()).getTime();
    return new Date(time - (time % hourMs) - hours * hourMs);
  };
  return { get, post, now, hourBefore };
}

let made = 0;

type LineOptions = {
  partner?: string;
  dimension?: string;
  quantity?: string;
  amount?: string;
  hour?: Date;
  deadline?: Date;
  state?: string;
};

/** Creates lines as a run does. */
function linesOf(app: TestApp, org: TestOrganization) {
  const { query } = app.database;
  const { get, now, hourBefore } = requestsOf(app, org);
  /** Creates a pending line with its report. */
  const line = async (
    entitlementId: string,
    {
      partner = 'MKA',
      dimension = 'units',
      quantity = '3',
      amount = '6',
      hour,
      deadline,
      state = 'WAITING',
    }: LineOptions = {},
  ): Promise<{ id: string; reportId: string }> => {
    const [id, reportId] = [app.app.newId('uln'), app.app.newId('urr')];
    const bucket = hour ?? (await hourBefore());
    const time = await now();
    const term = (await get(`entitlement/${entitlementId}`)).entitlementTermID;
    await query(
      `INSERT INTO usage_report (organization_id, id, entitlement_id, entitlement_term_id, partner, run_id, usage_from,
         usage_until, group_count, status, group_status, creation_time, last_update_time)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz + interval '1 hour', 1, 'CREATED', 'REPORT_PENDING', $8, $8)`,
      [org.id, reportId, entitlementId, term, partner, `run_${++made}`, bucket, time],
    );
    await query(
      `INSERT INTO usage_line (organization_id, id, report_id, entitlement_id, entitlement_term_id, partner, dimension,
         bucket_hour, quantity, unit_price, amount, state, call_id, deadline, creation_time, last_update_time)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 2, $10, $11, $12, $13, $14, $14)`,
      [
        ...[org.id, id, reportId, entitlementId, term, partner, dimension, bucket, quantity, amount, state],
        ...[
          state === 'SENDING' ? 'umc_lost' : null,
          deadline ?? new Date(bucket.getTime() + 24 * hourMs),
          time,
        ],
      ],
    );
    return { id, reportId };
  };
  return line;
}

/** Helpers for tests of sending usage, for one organization. */
export function usageLinesOf(app: TestApp, org: TestOrganization) {
  const { query } = app.database;
  const { get, post, now, hourBefore } = requestsOf(app, org);
  /** Creates an agreement of a buyer at a marketplace, and its entitlement. */
  const order = async (partner: string, more: object = {}): Promise<{ id: string; externalID: string }> => {
    const reply = await post('sandbox/order', { partner, ...more });
    await app.drainJobs();
    return (await get(`entitlement?externalId=${reply.body.externalID}`))[0];
  };

  return {
    get,
    post,
    now,
    hourBefore,
    order,
    line: linesOf(app, org),
    /** Sends due lines as the run does. */
    send: async (partner = 'MKA') => {
      await query(
        `INSERT INTO job (organization_id, id, kind, lane, payload, clock, due_at, ready_at, creation_time)
         VALUES ($1, $2, 'metering.send', 'usage-send:' || $3, jsonb_build_object('partner', $3::text), 'organization',
           now(), now(), now())`,
        [org.id, app.app.newId('job'), partner],
      );
      await app.drainJobs();
    },
    advance: async (ms: number) => {
      await query(
        'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1',
        [org.id, ms],
      );
      await query(
        `UPDATE job SET ready_at = now() WHERE organization_id = $1 AND finished_at IS NULL AND clock = 'organization'
           AND due_at <= (SELECT now() + clock_offset_ms * interval '1 millisecond' FROM organization WHERE organization_id = $1)`,
        [org.id],
      );
      await app.drainJobs();
    },
    fault: (body: object) => post('sandbox/fault', body),
    lineOf: async (id: string) =>
      (await query('SELECT * FROM usage_line WHERE organization_id = $1 AND id = $2', [org.id, id])).rows[0],
    reportOf: async (id: string) =>
      (await query('SELECT * FROM usage_report WHERE organization_id = $1 AND id = $2', [org.id, id]))
        .rows[0],
    states: async (ids: readonly string[]): Promise<string[]> => {
      const { rows } = await query(
        'SELECT id, state FROM usage_line WHERE organization_id = $1 AND id = ANY ($2)',
        [org.id, ids],
      );
      return ids.map((id) => rows.find((row) => row.id === id)?.state);
    },
    /** Returns the billed lines of an agreement, oldest first. */
    billed: async (agreementId: string): Promise<{ quantity: number; hour: string; dimension: string }[]> =>
      get(`sandbox/usage?agreementId=${agreementId}`),
  };
}

export type UsageLines = ReturnType<typeof usageLinesOf>;
