import { expect, test, vi } from 'vitest';
import type { RouteRequest } from '../http/route.ts';
import { undescribed } from '../openapi/api-description.ts';
import { type SystemRouteDeps, systemRoutes, type WriteOpenApi } from './routes.ts';

const deps: SystemRouteDeps = {
  telemetry: undefined as never,
  ready: async () => true,
  metricsToken: undefined,
};

/** Finds the route of the OpenAPI document, created with the given writer. */
function documentRoute(write: WriteOpenApi) {
  const routes = systemRoutes(deps, [], { ...undescribed, guides: [] }, write);
  const found = routes.find(({ path }) => path === '/openapi.json');
  if (found?.run.kind !== 'plain') throw new Error('there is no such route');
  const { handle } = found.run;
  return async () => (await handle({ headers: {} } as RouteRequest, undefined)) as { body: string };
}

test('R5 the OpenAPI document is created once, at the first request', async () => {
  const write = vi.fn<WriteOpenApi>(async (routes) => JSON.stringify(routes.map(({ path }) => path)));
  const ask = documentRoute(write);
  expect(write).not.toHaveBeenCalled();
  const [first, second] = await Promise.all([ask(), ask()]);
  expect(JSON.parse(first.body)).toContain('/readyz');
  expect(second).toEqual(first);
  expect(await ask()).toEqual(first);
  expect(write).toHaveBeenCalledTimes(1);
});

test('after a failure the OpenAPI document is created at the next request', async () => {
  const write = vi.fn<WriteOpenApi>(async () => '{}').mockRejectedValueOnce(new Error('no memory'));
  const ask = documentRoute(write);
  await expect(ask()).rejects.toThrow('no memory');
  expect((await ask()).body).toBe('{}');
});
