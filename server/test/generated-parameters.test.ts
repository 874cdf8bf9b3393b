import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAllCovered } from './generated/closing.ts';
import { listWith, otherFilters, realCursor, rightPages, wrongPages } from './generated/cursors.ts';
import { expecting, naming, unexpected } from './generated/expectations.ts';
import { fillPath, isPublic, neededQuery, type Operation, operations } from './generated/operations.ts';
import { runs, sampled, seed, share } from './generated/sample.ts';
import { type Session, startSession } from './generated/session.ts';
import * as values from './generated/values.ts';

/** Returns a sample of the values for each name, which depends on the seed. */
const someOf = (all: readonly string[], name: string, most = 3): string[] =>
  values.sample(all, most * runs, values.seeded(seed + name.length));

let session: Session;
beforeAll(async () => {
  session = await startSession();
});
afterAll(() => session.stop());

describe('R2 R4 parameters', () => {
  const takes = ({ parameters }: Operation, name?: string) =>
    parameters.some((each) => each.in === 'query' && (name === undefined || each.name === name));
  const withQuery = operations.filter((operation) => takes(operation, 'limit'));
  const noLists = operations.filter(
    (operation) =>
      takes(operation) &&
      !takes(operation, 'limit') &&
      // Excluded, because an empty confirmation counts as absent and the call would delete the organization
      // of these tests.
      operation.operationId !== 'deleteOrganization',
  );

  const list = (operation: Operation, query: string) => listWith(session, operation, query);

  test.each(sampled(withQuery))('$operationId: queries of every kind', async (operation) => {
    const tried = [];
    const needed = neededQuery(operation).replace(/^\?(.+)/, '$1&');
    const names = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    for (const name of names)
      for (const [index, value] of someOf(values.queryValues, name).entries()) {
        tried.push(naming(await list(operation, `${name}=${value}`), name));
        if (index % 3 > 0) continue;
        const twice = await list(operation, `${name}=${value}&${name}=${value}`);
        tried.push(naming(expecting(twice, [400]), name));
      }
    for (const name of ['__proto__', 'constructor', 'unknown', 'a[b]', '%00', '%'])
      for (const value of someOf(values.queryValues, name, 1))
        tried.push(expecting(await list(operation, `${needed}${name}=${value}`), [200]));
    for (const wrong of wrongPages(operation))
      tried.push(naming(expecting(await list(operation, wrong), [400]), wrong.split('=')[0] as string));
    for (const right of rightPages(operation))
      tried.push(expecting(await list(operation, `${needed}${right}`), [200]));
    expect(unexpected(tried)).toEqual([]);
  });

  test.each(sampled(noLists))('$operationId: queries of every kind', async (operation) => {
    const tried = [];
    const names = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    const { ids } = session.lists;
    for (const name of names)
      for (const [index, value] of someOf(values.queryValues, name).entries()) {
        const path = `${fillPath(operation.path, { ...ids, orgId: session.org.id })}?${name}=${value}`;
        tried.push(await session.call(operation, { path }));
        if (index % 3 > 0) continue;
        const twice = await session.call(operation, { path: `${path}&${name}=${value}` });
        tried.push(naming(expecting(twice, [400]), name));
      }
    expect(unexpected(tried)).toEqual([]);
  });

  /** Lists that this test can fill to two pages. */
  const withPages = withQuery.filter(
    ({ path, parameters }) =>
      path.split('{').length === 2 && parameters.some(({ name }) => name === 'cursor'),
  );

  test.each(sampled(withPages))('$operationId: forged cursors are refused', async (operation) => {
    const { cursor, parts } = await realCursor(session, operation);
    const [time, id, mark] = parts;
    const encoded = (...made: string[]) => Buffer.from(made.join(' ')).toString('base64url');
    const times = [
      '1',
      'now',
      'infinity',
      '+275760-09-13T00:00:00Z',
      '2027-02-30',
      'Jan',
      '-1',
      '2027-13-01',
      '',
    ];
    const forged = [
      'x',
      '%00',
      '%FF',
      '=',
      'null',
      cursor.slice(1),
      cursor.slice(0, -3),
      'a'.repeat(400),
      encoded(time, id),
      encoded(time, id, 'x'),
      ...times.map((wrong) => encoded(wrong, id, mark)),
      ...['a\u0000b', '\u0000', ''].map((wrong) => encoded(time, wrong, mark)),
    ];
    const tried = [expecting(await list(operation, `limit=1&cursor=${cursor}`), [200])];
    for (const wrong of forged)
      tried.push(naming(expecting(await list(operation, `limit=1&cursor=${wrong}`), [400]), 'cursor'));
    // A position is valid even without a row.
    for (const odd of ['0000-01-01', '0001-01-01', '2027', '9999-12-31'])
      for (const rest of ['', 'T00:00:00Z', 'T00:00:00.000Z', 'T00:00:00.000000Z'])
        for (const place of ['\ufffd', id])
          tried.push(
            expecting(await list(operation, `cursor=${encoded(odd + rest, place, mark)}`), [200, 400]),
          );
    for (const rest of ['offset=1', 'offset=0', ...otherFilters(operation)])
      tried.push(
        naming(expecting(await list(operation, `limit=1&cursor=${cursor}&${rest}`), [400]), 'cursor'),
      );
    expect(unexpected(tried)).toEqual([]);
  });

  test.each(sampled(operations.filter(({ path }) => path.includes('{'))))(
    '$operationId: paths of every kind',
    async (operation) => {
      const tried = [];
      const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
      const refused = isPublic(operation) ? [400, 401, 404] : [400, 404];
      for (const name of names)
        for (const value of someOf(values.pathValues, operation.path)) {
          const path = operation.path.replace(`{${name}}`, value).replace('{orgId}', session.org.id);
          const raw = operation.requestBody ? { raw: '{"partner":"MKA"}' } : {};
          tried.push(
            expecting(
              await session.call(operation, { path: path.replaceAll(/\{\w+\}/g, 'nothing_0'), ...raw }),
              refused,
            ),
          );
        }
      expect(unexpected(tried)).toEqual([]);
    },
  );

  test('pages outside the document respond to any path value without a server error', async () => {
    const like = operations.find(({ operationId }) => operationId === 'livez') as Operation;
    const statuses: string[] = [];
    for (const page of session.app.app.routes.filter(({ hidden, path }) => hidden && path.includes('{')))
      for (const value of values.pathValues) {
        const { got } = await session.call(like, { path: page.path.replaceAll(/\{\w+\}/g, value) });
        if (![200, 400, 404].includes(got.status))
          statuses.push(`${page.path} ${value.slice(0, 20)}: ${got.status}`);
      }
    session.tried.length -= session.tried.filter(({ operation }) => operation === like).length;
    expect(statuses).toEqual([]);
  });
});

expectAllCovered(() => session, share);
