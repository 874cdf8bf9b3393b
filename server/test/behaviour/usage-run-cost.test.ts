import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AdapterRegistry } from '../../src/marketplaces/index.ts';
import { verifyUsage } from '../../src/metering/index.ts';
import { settleWaiting } from '../../src/metering/run/run-job.ts';
import { settleChunk } from '../../src/metering/run/settle-chunk.ts';
import type { Row, Statement } from '../../src/platform/database/statement.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { usageOf } from '../usage.fixture.ts';

let app: TestApp;
let org: TestOrganization;
let sale: Entitlements;
let usage: ReturnType<typeof usageOf>;
let registry: AdapterRegistry;

beforeAll(async () => {
  app = await startTestApp({
    registry: (own) => {
      registry = own;
      return own;
    },
  });
});
afterAll(() => app.stop());
beforeEach(async () => {
  org = await app.organization();
  sale = entitlementsOf(app, org);
  usage = usageOf(app, org);
});

const keys = ['disk', 'gpu', 'ram'];
const info = { dimensions: keys.map((key) => ({ key, name: key, rate: 1 })), currency: 'USD' };

/** Reports and settles usage of a number of entitlements. Returns the statements of the chunk. */
async function statementsOf(entitlements: number, groups: number): Promise<Statement[]> {
  const ids: string[] = [];
  for (let number = 0; number < entitlements; number++)
    ids.push((await sale.accepted({ partner: 'MKB', info })).id);
  await usage.report(
    ids.flatMap((entitlementId) =>
      Array.from({ length: groups }, (_, index) => ({
        entitlementId,
        at: new Date(),
        records: { [keys[index % 3] as string]: '1', [keys[(index + 1) % 3] as string]: '2.5' },
      })),
    ),
  );
  const asked: Statement[] = [];
  await usage.act((scope) => {
    const query = <R extends Row>(statement: Statement): Promise<R[]> => {
      asked.push(statement);
      return scope.query<R>(statement);
    };
    return settleChunk({ ...scope, query }, registry, { runId: app.app.newId('job'), before: undefined });
  });
  expect(await usage.act(verifyUsage)).toEqual([]);
  return asked;
}

test('a run sends the same statements, however many entitlements and groups it settles', async () => {
  const few = (await statementsOf(1, 3)).map(({ name }) => name);
  const many = (await statementsOf(6, 12)).map(({ name }) => name);
  expect(many).toEqual(few);
  expect(few.length).toBeLessThanOrEqual(24);
});

test('record groups are read by one statement, and balances are written only for carried amounts', async () => {
  const asked = await statementsOf(2, 6);
  const reading = asked.filter(({ text }) => text.includes('usage_group'));
  expect(reading.map(({ name }) => name)).toEqual(['sum_claimed_hours']);
  expect(await usage.rowsOf('usage_balance', 'dimension')).toEqual([]);
  // Two entitlements with three dimensions.
  expect((await usage.lines()).length).toBe(6);
  expect((await usage.ledger()).length).toBe(6);
  expect((await usage.rowsOf('usage_daily', 'key')).length).toBe(6);
});

test('a run that was interrupted before claims less at a time', async () => {
  const claimed: unknown[] = [];
  const run = (attempts: number) =>
    settleWaiting(
      {
        jobId: app.app.newId('job'),
        attempts,
        signal: new AbortController().signal,
        leasedTransaction: (work) =>
          usage.act((scope) => {
            const query = <R extends Row>(statement: Statement): Promise<R[]> => {
              if (statement.name === 'claim_usage_batches') claimed.push(statement.values[2]);
              return scope.query<R>(statement);
            };
            return work({ ...scope, query }, []);
          }),
      },
      registry,
      () => undefined,
    );
  await run(0);
  await run(1);
  expect(claimed).toEqual([1_000_000, 100_000]);
});
