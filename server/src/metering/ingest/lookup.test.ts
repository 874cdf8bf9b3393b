import { expect, test } from 'vitest';
import type { AdapterRegistry } from '../../marketplaces/index.ts';
import type { OrgScope } from '../../platform/access/scope.ts';
import type { Row } from '../../platform/database/statement.ts';
import type { Batch } from '../../platform/http/route.ts';
import { createKnownSales } from './known-sales.ts';
import { findSales, type Sales } from './lookup.ts';
import type { ReportedGroup } from './shape.ts';

const scope = { organizationId: 'org_1' } as OrgScope;
const registry = {} as AdapterRegistry;
const reported = (entitlementId: string, name: string) =>
  ({ entitlementId, names: [name] }) as unknown as ReportedGroup;
const rowOf = (id: string, version: string, dimensions: string | null): Row => ({
  id,
  version,
  dimensions,
  status: 'ACTIVE',
  partner: null,
  buyer_id: null,
  start_time: null,
  end_time: null,
  cancel_date: null,
});

/**
 * Resolves two groups. Returns the versions that were sent to the database, and the dimensions that were
 * found.
 */
function find(memory: ReturnType<typeof createKnownSales>, rows: Row[], of = scope) {
  let sales: Sales = new Map();
  const { statements, respond } = findSales(
    of,
    registry,
    [reported('ent_1', 'gpu'), reported('ent_2', 'gpu')],
    (found) => {
      sales = found;
      return { body: undefined } as unknown as Batch;
    },
    memory,
  );
  respond([rows]);
  return { versions: statements[0]?.values[2], known: (id: string) => sales.get(id)?.sold.dimensions('gpu') };
}

const gpu = '[{"key":"gpu","name":"GPU"}]';

test('dimensions are read for entitlements that are not cached, and again after a change', () => {
  const memory = createKnownSales();
  const first = find(memory, [rowOf('ent_1', '7', gpu), rowOf('ent_2', '8', gpu)]);
  expect([first.versions, first.known('ent_1')]).toEqual([[null, null], 'gpu']);
  // The database omits the dimensions of entitlements whose version matches the cached one.
  const second = find(memory, [
    rowOf('ent_1', '7', null),
    rowOf('ent_2', '9', '[{"key":"gpu2","name":"gpu"}]'),
  ]);
  expect([second.versions, second.known('ent_1'), second.known('ent_2')]).toEqual([
    ['7', '8'],
    'gpu',
    'gpu2',
  ]);
  const third = find(memory, [rowOf('ent_1', '7', null), rowOf('ent_2', '9', null)]);
  expect([third.versions, third.known('ent_1'), third.known('ent_2')]).toEqual([['7', '9'], 'gpu', 'gpu2']);
});

test('the cache is not shared between organizations', () => {
  const memory = createKnownSales();
  find(memory, [rowOf('ent_1', '7', gpu), rowOf('ent_2', '8', gpu)]);
  const other = find(memory, [rowOf('ent_1', '7', gpu)], { organizationId: 'org_2' } as OrgScope);
  expect(other.versions).toEqual([null, null]);
});
