import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { callerOf, readCredentials } from '../process/api.ts';
import { cleanUp, embeddedConnection, makeFolder, start, waitFor } from '../process/program.ts';
import { countOf } from './seeded.ts';

const rounds = countOf('CRASH_ROUNDS', 3);
const count = 1500;
/** A process that was killed keeps its job until its lease ends. */
const withinMs = 300_000;

afterAll(cleanUp);

/** Offers that the seller made at the marketplace, each with its agreement. */
async function stock(client: pg.Client, organizationId: string): Promise<void> {
  const spec = {
    madeBy: 'SELLER',
    offerType: 'PRIVATE',
    info: { currency: 'USD', commits: [{ key: 'fee', rate: 100, length: 12, timeUnit: 'MONTH' }] },
    metaInfo: {},
  };
  await client.query(
    `INSERT INTO sandbox_offer (organization_id, id, partner, creation_key, state, spec, creation_time, last_update_time)
     SELECT $1, 'sbo_' || lpad(n::text, 8, '0'), 'MKA', 'portal-' || n, 'ACCEPTED',
       $2::jsonb || jsonb_build_object('name', 'Offer ' || n, 'key', 'portal-' || n), now(), now()
     FROM generate_series(1, $3::integer) n`,
    [organizationId, JSON.stringify(spec), count],
  );
  await client.query(
    `INSERT INTO sandbox_agreement (organization_id, id, partner, sandbox_offer_id, state, terms, creation_time, last_update_time)
     SELECT $1, 'sba_' || lpad(n::text, 8, '0'), 'MKA', 'sbo_' || lpad(n::text, 8, '0'), 'ACTIVE', jsonb_build_object(
       'externalBuyerId', 'buyer-' || n % 50, 'acceptedAt', now() - interval '100 days', 'startTime', now() - interval '100 days'),
       now(), now()
     FROM generate_series(1, $2::integer) n`,
    [organizationId, count],
  );
}

test(`an import of ${count} offers that is killed ${rounds} times makes each once, and tells one summary`, async () => {
  const dataDir = await makeFolder();
  let program = start({ DATA_DIR: dataDir });
  const address = await program.address();
  const credentials = readCredentials(dataDir);
  const caller = await callerOf(address, credentials);
  const connected = { partner: 'MKA', service: 'MARKETPLACE', credentials: { role: 'x' } };
  expect((await caller.post('/integration', connected)).status).toBe(200);
  expect((await caller.post('/integration/MKA/MARKETPLACE/verify')).body).toBe(true);
  const client = new pg.Client({ connectionString: embeddedConnection(dataDir) });
  await client.connect();
  const { orgId } = credentials;
  const one = async (text: string) => (await client.query(text, [orgId])).rows[0];
  const held = async (): Promise<number> =>
    (
      await one(`SELECT (SELECT count(*) FROM offer WHERE organization_id = $1)
                 + (SELECT count(*) FROM entitlement WHERE organization_id = $1) AS n`)
    ).n * 1;
  await stock(client, orgId);
  expect((await caller.post('/integration/MKA/MARKETPLACE/import')).status).toBe(200);
  for (let round = 1; round <= rounds; round++) {
    const least = (2 * count * round) / (rounds + 1);
    await waitFor(async () => ((await held()) >= least ? true : undefined), withinMs);
    await program.kill();
    const kept = await held();
    program = start({ DATA_DIR: dataDir });
    await program.address();
    expect(await held()).toBeGreaterThanOrEqual(kept);
  }
  const job = await waitFor(async () => {
    const row = await one(
      `SELECT ended_as FROM job WHERE organization_id = $1 AND kind = 'synchronization.import' AND finished_at IS NOT NULL`,
    );
    return row ?? undefined;
  }, withinMs);
  expect(job).toEqual({ ended_as: 'COMPLETED' });
  expect(
    await one(
      `SELECT (SELECT count(*)::int FROM offer WHERE organization_id = $1 AND status = 'ACCEPTED') AS offers,
         (SELECT count(DISTINCT external_id)::int FROM offer WHERE organization_id = $1) AS there,
         (SELECT count(*)::int FROM entitlement WHERE organization_id = $1) AS entitlements,
         (SELECT count(*)::int FROM entitlement_term WHERE organization_id = $1) AS terms,
         (SELECT count(*)::int FROM buyer WHERE organization_id = $1) AS buyers,
         (SELECT count(*)::int FROM event WHERE organization_id = $1 AND change = 'IMPORT') AS summaries,
         (SELECT count(*)::int FROM event WHERE organization_id = $1 AND entity_type IN ('OFFER', 'ENTITLEMENT', 'BUYER')) AS others`,
    ),
  ).toEqual({
    offers: count,
    there: count,
    entitlements: count,
    terms: count,
    buyers: 50,
    summaries: 1,
    others: 0,
  });
  await client.end();
  await program.terminate();
});
