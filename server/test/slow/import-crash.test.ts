import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '../harness.ts';
import { callerOf } from '../process/api.ts';
import { cleanUp, makeFolder, start, waitFor } from '../process/program.ts';
import { type PreparedDatabase, prepareDatabase } from './prepared.ts';
import { countOf } from './seeded.ts';
import { makeGatesAt, type PlaceOfGate } from './usage/gates.ts';

const rounds = countOf('CRASH_ROUNDS', 2);
const count = 400;
const withinMs = 300_000;

let prepared: PreparedDatabase;
beforeAll(async () => {
  prepared = await prepareDatabase();
});
afterAll(async () => {
  await cleanUp();
  await prepared?.database.drop();
});

/**
 * The point at which each round kills the service: before an offer is stored, so that the import is never
 * complete.
 */
const places: Record<`round ${number}`, PlaceOfGate> = Object.fromEntries(
  Array.from({ length: rounds }, (_, index) => [
    `round ${index + 1}`,
    {
      on: `BEFORE INSERT ON offer FOR EACH ROW WHEN (NEW.name = 'Offer ${Math.ceil((count * (index + 1)) / (rounds + 1))}')`,
      number: index + 1,
      isOfAll: true,
    },
  ]),
);

/** Inserts offers that the seller created at the marketplace, each with its agreement. */
async function stock({ query }: TestDatabase, organizationId: string): Promise<void> {
  const spec = {
    madeBy: 'SELLER',
    offerType: 'PRIVATE',
    info: { currency: 'USD', commits: [{ key: 'fee', rate: 100, length: 12, timeUnit: 'MONTH' }] },
    metaInfo: {},
  };
  await query(
    `INSERT INTO sandbox_offer (organization_id, id, partner, creation_key, state, spec, creation_time, last_update_time)
     SELECT $1, 'sbo_' || lpad(n::text, 8, '0'), 'MKA', 'portal-' || n, 'ACCEPTED',
       $2::jsonb || jsonb_build_object('name', 'Offer ' || n, 'key', 'portal-' || n), now(), now()
     FROM generate_series(1, $3::integer) n`,
    [organizationId, JSON.stringify(spec), count],
  );
  await query(
    `INSERT INTO sandbox_agreement (organization_id, id, partner, sandbox_offer_id, state, terms, creation_time, last_update_time)
     SELECT $1, 'sba_' || lpad(n::text, 8, '0'), 'MKA', 'sbo_' || lpad(n::text, 8, '0'), 'ACTIVE', jsonb_build_object(
       'externalBuyerId', 'buyer-' || n % 50, 'acceptedAt', now() - interval '100 days', 'startTime', now() - interval '100 days'),
       now(), now()
     FROM generate_series(1, $2::integer) n`,
    [organizationId, count],
  );
}

test(`an import of ${count} offers that is killed ${rounds} times creates each once, and sends one summary`, async () => {
  const { database, credentials } = prepared;
  const environment = { ...prepared.environment, DATA_DIR: path.join(await makeFolder(), 'data') };
  let program = start(environment);
  const address = await program.address();
  const caller = await callerOf(address, credentials);
  const connected = { partner: 'MKA', service: 'MARKETPLACE', credentials: { role: 'x' } };
  expect((await caller.post('/integration', connected)).status).toBe(200);
  expect((await caller.post('/integration/MKA/MARKETPLACE/verify')).body).toBe(true);
  const { orgId } = credentials;
  const one = async (text: string) => (await database.query(text, [orgId])).rows[0];
  const held = async (): Promise<number> =>
    (
      await one(`SELECT (SELECT count(*) FROM offer WHERE organization_id = $1)
                 + (SELECT count(*) FROM entitlement WHERE organization_id = $1) AS n`)
    ).n * 1;
  await stock(database, orgId);
  const gates = await makeGatesAt(database.connectionString, places);
  await gates.close('round 1');
  expect((await caller.post('/integration/MKA/MARKETPLACE/import')).status).toBe(200);
  for (let round = 1; round <= rounds; round++) {
    await waitFor(async () => ((await gates.isReached()) ? true : undefined), withinMs);
    await program.kill();
    await gates.breakOff();
    if (round < rounds) await gates.close(`round ${round + 1}`);
    const kept = await held();
    // Ends the lease of the killed process, to avoid a minute of waiting.
    await database.query('UPDATE job SET lease_until = now() WHERE lease_until > now()');
    program = start(environment);
    await program.address();
    expect(await held()).toBeGreaterThanOrEqual(kept);
  }
  await gates.end();
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
  await program.terminate();
});
