import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillPath, type Operation, operations } from '../generated/operations.ts';
import { sampled } from '../generated/sample.ts';
import { startTestApp, type TestApp } from '../harness.ts';
import { createListWorld, type ListWorld } from '../list-world.ts';

let app: TestApp;
let world: ListWorld;
beforeAll(async () => {
  app = await startTestApp();
  world = await createListWorld(app);
});
afterAll(() => app.stop());

const lists = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));
const pageNames = ['limit', 'offset', 'cursor', 'count', 'order'];

const get = (operation: Operation, query: string) => {
  const path = fillPath(operation.path, world.ids);
  const ofOrganization = path.includes('/partnerPortal/') ? world.bound : world.token;
  const token = /^\/user\/|\/user\/me\//.test(path) ? world.person.token : ofOrganization;
  return app.request('GET', `${path}?${query}`, { token });
};
type Reply = Awaited<ReturnType<typeof get>>;
const nextOf = ({ headers }: Reply) => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
const cursorOf = (reply: Reply) => new URL(nextOf(reply) as string, app.url).searchParams.get('cursor');

/** Returns the rows of a list, which some lists return in a wrapper. */
const rowsOf = ({ body }: Reply): { id: string }[] =>
  Array.isArray(body) ? body : (Object.values(body).find(Array.isArray) as { id: string }[]);

async function idsOf(operation: Operation, query: string): Promise<string[]> {
  const reply = await get(operation, query);
  expect(reply.status, reply.text).toBe(200);
  return rowsOf(reply).map(({ id }) => id);
}

/** Returns the ids of all pages by following the link of each page. */
async function walk(operation: Operation, query: string): Promise<string[]> {
  const seen: string[] = [];
  let next: string | undefined = query;
  while (next !== undefined) {
    const reply: Reply = await get(operation, next);
    expect(reply.status, reply.text).toBe(200);
    seen.push(...rowsOf(reply).map(({ id }) => id));
    const link = nextOf(reply);
    next = link && new URL(link, app.url).searchParams.toString();
  }
  return seen;
}

/** Returns queries with each filter that matches some of the rows, and with all these filters together. */
function queriesOf({ parameters, operationId }: Operation): string[] {
  const values = world.filtersOf(operationId);
  const own = parameters.filter((each) => each.in === 'query' && !pageNames.includes(each.name));
  const filters = own.flatMap(({ name }) => (name in values ? [`${name}=${values[name]}`] : []));
  return [...new Set(['', ...filters, filters.join('&')])];
}

describe('order=desc', () => {
  test.each(sampled(lists))(
    '$operationId: reverses the list by link, by offset, and by its filters',
    async (operation) => {
      for (const filters of queriesOf(operation)) {
        const all = await idsOf(operation, filters);
        expect(all.length, `${filters}: too few rows to tell orders apart`).toBeGreaterThanOrEqual(
          filters.includes('&') ? 1 : 3,
        );
        const backwards = [...all].reverse();
        expect(await idsOf(operation, `${filters}&order=asc`)).toEqual(all);
        expect(await idsOf(operation, `${filters}&order=desc`)).toEqual(backwards);
        expect(await walk(operation, `${filters}&order=desc&limit=2`)).toEqual(backwards);
        expect(await walk(operation, `${filters}&limit=2`)).toEqual(all);
        for (const offset of [1, all.length - 1])
          expect(await idsOf(operation, `${filters}&order=desc&limit=2&offset=${offset}`)).toEqual(
            backwards.slice(offset, offset + 2),
          );
      }
      const counted = await get(operation, 'order=desc&count=true&limit=1&offset=1');
      expect(counted.headers.get('x-total-count')).toBe(String((await idsOf(operation, '')).length));
    },
  );

  test.each(sampled(lists))(
    '$operationId: a cursor of one order is refused in the other',
    async (operation) => {
      const [up, down] = [await get(operation, 'limit=1'), await get(operation, 'limit=1&order=desc')];
      for (const query of [`cursor=${cursorOf(up)}&order=desc`, `cursor=${cursorOf(down)}`]) {
        const refused = await get(operation, query);
        expect([refused.status, refused.body.errors]).toEqual([
          400,
          [{ pointer: 'cursor', message: 'belongs to a list in the other order' }],
        ]);
      }
      expect((await get(operation, `cursor=${cursorOf(up)}&order=asc`)).status).toBe(200);
      const wrong = await get(operation, 'order=up');
      expect([wrong.status, wrong.body.errors?.[0].pointer]).toEqual([400, 'order']);
    },
  );
});
