import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Access } from '../access/access.ts';
import { type ExecuteDeps, executeInOrganization } from './execute.ts';
import { createRecords } from './record-tags.ts';
import { type RouteRequest, route } from './route.ts';

test('a request whose access changes at every attempt is refused with 503 and Retry-After', async () => {
  let gates = 0;
  let forgotten = 0;
  const access = { organizationId: 'org_a', revision: 1, permissions: new Set(), clockOffsetMs: 0 };
  const deps = {
    database: {
      batch: async () => {
        gates++;
        return [[]];
      },
    },
    clock: { now: () => new Date(0), observe: () => {} },
    memory: {
      require: async () => access as unknown as Access,
      forget: () => {
        forgotten++;
      },
    },
    records: createRecords([]),
  } as unknown as ExecuteDeps & { records: ReturnType<typeof createRecords> };
  const request = { params: { orgId: 'org_a' }, headers: {} } as unknown as RouteRequest;
  const read = route({
    method: 'GET',
    path: '/org/{orgId}/thing',
    operationId: 'getThing',
    group: 'Things',
    summary: '',
    access: 'offers:read',
    response: z.string(),
    responseDescription: '',
    run: { kind: 'batch', batch: () => ({ statements: [], respond: () => ({ body: 'never' }) }) },
  });
  const principal = {
    type: 'API_CLIENT',
    id: 'cli_a',
    tokenVersion: 1,
    tokenId: 'tok_a',
    tokenExpiresAt: new Date(0),
  } as const;
  await expect(executeInOrganization(deps, { route: read, principal, request })).rejects.toMatchObject({
    definition: { status: 503, code: 'unavailable' },
    headers: { 'retry-after': '1' },
  });
  expect([gates, forgotten]).toEqual([10, 9]);
});
