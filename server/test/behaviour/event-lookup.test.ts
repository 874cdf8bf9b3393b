import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selectUnsealed } from '../../src/auditing/store.ts';
import { selectSealed } from '../../src/notifications/feed-store.ts';
import type { OrgScope } from '../../src/platform/access/scope.ts';
import type { Statement } from '../../src/platform/database/statement.ts';
import { createTestDatabase } from '../harness.ts';

let client: pg.Client;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const organizationId = 'org_young';

/** Returns the statement that a store function sends. */
async function sentBy(
  ask: (queryable: { query: <R>(statement: Statement) => Promise<R[]> }) => unknown,
): Promise<Statement> {
  const sent: Statement[] = [];
  await ask({
    query: async (statement) => {
      sent.push(statement);
      return [];
    },
  });
  return sent[0] as Statement;
}

type Plan = { 'Index Name'?: string; 'Index Cond'?: string; 'Relation Name'?: string; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

async function lookupOf(role: string, { text, values }: Statement): Promise<Plan> {
  await client.query(`SET ROLE ${role}`);
  await client.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId]);
  const { rows } = await client.query({ text: `EXPLAIN (FORMAT JSON) ${text}`, values: [...values] });
  await client.query('RESET ROLE');
  const plans: Plan = rows[0]['QUERY PLAN'][0].Plan;
  return nodesOf(plans).find((node) => node['Relation Name'] === 'event') as Plan;
}

describe('in a database without statistics', () => {
  test('an event to be sealed is read by its key', async () => {
    const statement = await sentBy((queryable) => selectUnsealed(queryable, organizationId, 100));
    const plan = await lookupOf('tradepost_system', statement);
    expect(plan['Index Name']).toBe('event_pkey');
    expect(plan['Index Cond']).toMatch(/\bid >= /);
  });

  test('an event to be dispatched is read by its key', async () => {
    const scope = { organizationId } as OrgScope;
    const plan = await lookupOf('tradepost_app', selectSealed(scope, 0, 100));
    expect(plan['Index Name']).toBe('event_pkey');
    expect(plan['Index Cond']).toMatch(/\bid >= /);
  });
});
