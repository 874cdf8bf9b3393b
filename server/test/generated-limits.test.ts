import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expecting, naming, unexpected } from './generated/expectations.ts';
import { bodyWith, type Field, fieldsOf, isIgnored, pointerOf, schemaOf } from './generated/fields.ts';
import { bodySchema, fillPath, type Operation, operations, type Schema } from './generated/operations.ts';
import { bodyWithAll, foreign, readOnlyFields, valueAt } from './generated/read-only.ts';
import { runs, sampled, seed } from './generated/sample.ts';
import {
  guardedWithBody,
  parsed,
  type RequestResult,
  type Session,
  startSession,
} from './generated/session.ts';
import { sample, seeded } from './generated/values.ts';

let session: Session;
beforeAll(async () => {
  session = await startSession();
});
afterAll(() => session.stop());

/** Number of fields of each operation that one run tests. */
const most = 6;

/** Returns JSON text of a value that exceeds a documented limit by one. */
function beyond({ type, maxItems, maxLength }: Schema): string | undefined {
  const is = (name: string) => [type].flat().includes(name);
  if (is('array') && maxItems !== undefined) return JSON.stringify(Array(maxItems + 1).fill({}));
  if (is('string') && maxLength !== undefined) return JSON.stringify('x'.repeat(maxLength + 1));
  return undefined;
}

function fieldsWithLimits(operation: Operation): { field: Field; raw: string }[] {
  const all = fieldsOf(schemaOf(operation), 3).flatMap((field) => {
    const raw = isIgnored(session.app.app.routes, operation, field) ? undefined : beyond(field.schema);
    return raw === undefined ? [] : [{ field, raw }];
  });
  const random = seeded(seed);
  const lists = all.filter(({ raw }) => raw.startsWith('['));
  const texts = all.filter(({ raw }) => !raw.startsWith('['));
  return [...sample(lists, most * runs, random), ...sample(texts, most * runs, random)];
}

/** Requires a 400 that names the field. validateOffer lists violations of business rules as findings instead. */
function refusing(tried: RequestResult, pointer: string): RequestResult {
  const { findings = [] } = (parsed(tried.got.text) ?? {}) as {
    findings?: Partial<Record<string, string>>[];
  };
  const isListed = findings.some((each) => each.severity === 'ERROR' && each.pointer?.startsWith(pointer));
  return tried.operation.operationId === 'validateOffer' && isListed
    ? expecting(tried, [200])
    : naming(expecting(tried, [400]), pointer);
}

describe('R1 the program enforces the documented limits', () => {
  test.each(sampled(guardedWithBody))(
    '$operationId: a value beyond the limit is refused, with the field’s name',
    async (operation) => {
      const tried: RequestResult[] = [];
      for (const { field, raw } of fieldsWithLimits(operation)) {
        const body = bodyWith(field.path, raw, session.body(operation));
        tried.push(refusing(await session.call(operation, { raw: body }), pointerOf(field.path)));
      }
      expect(unexpected(tried)).toEqual([]);
    },
  );

  test('a list of ids with the maximum length of a request is refused before its items are validated', async () => {
    const [operation] = guardedWithBody.filter(({ operationId }) => operationId === 'validateOffer') as [
      Operation,
    ];
    const ids = Array.from({ length: 100_000 }, (_, index) => `a${index}`);
    const tried = await session.call(operation, { raw: JSON.stringify({ contactIds: ids }) });
    expect(unexpected([expecting(tried, [400])])).toEqual([]);
    expect(JSON.parse(tried.got.text).errors).toEqual([
      { pointer: '/contactIds', message: 'must have at most 1000 entries' },
    ]);
  });
});

/** Fields that a change to a record needs. */
const ofChanges =
  /^(lastUpdateTime|lastUpdatedBy|info\.lastModifiedBy|metaInfo\.lastModifiedBy|lastModifiedBy)$/;

describe('R9 a field that is documented as read-only', () => {
  const strict = { prefer: 'handling=strict' };
  const marked = guardedWithBody
    .map((operation) => ({ ...operation, fields: readOnlyFields(operation) }))
    .filter(({ fields }) => fields.length > 0);
  const kept = (fields: readonly Field[]) => fields.filter(({ path }) => !ofChanges.test(path.join('.')));

  test.each(sampled(marked))(
    '$operationId: is ignored with a value of any type, also in strict handling',
    async ({ fields, ...operation }) => {
      const sent = (value: unknown) => ({
        raw: bodyWithAll(fields, value, session.body(operation)),
        headers: strict,
      });
      const first = expecting(await session.call(operation, sent(foreign)), [200]);
      expect(unexpected([first])).toEqual([]);
      expect(first.got.text).not.toContain(foreign);
      // A product can be published only once.
      if (operation.method !== 'PATCH' || operation.operationId === 'publishProduct') return;
      const read = async () =>
        (await session.app.request('GET', first.path, { token: session.org.token })).body as unknown;
      const before = await read();
      for (const value of [foreign, null]) {
        const again = await session.call(operation, { ...sent(value), path: first.path });
        expect(unexpected([expecting(again, [200])])).toEqual([]);
        const after = await read();
        for (const field of kept(fields))
          expect(valueAt(after, field), pointerOf(field.path)).toEqual(valueAt(before, field));
      }
    },
  );

  test('is not stored anywhere', async () => {
    expect(marked.length).toBeGreaterThan(20);
    const { rows } = await session.app.database.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
    );
    const found = rows.map(
      ({ name }) =>
        `(SELECT count(*)::int FROM ${name} WHERE strpos(${name}::text, '${foreign}') > 0) AS ${name}`,
    );
    const counts = (await session.app.database.query(`SELECT ${found.join(', ')}`)).rows[0];
    expect(Object.entries(counts).filter(([, count]) => count !== 0)).toEqual([]);
    expect(Object.keys(counts)).toContain('offer');
  });
});

/** Defaults that affect the operation but not its response. */
const notAnswered = [
  'createSandboxFault /cause',
  'previewNotificationTemplate /scope',
  'replayWebhook /onlyMissing',
  'rotateApiClientSecret /overlapHours',
  'rotateWebhookSecret /overlapHours',
  'sandboxAcceptOffer /approve',
  'sandboxAcceptOfferSet /approve',
  'sandboxChangeEntitlementPlan /approve',
  'sandboxChangeEntitlementQuantity /approve',
  'sandboxOrder /approve',
  'sendTestNotification /scope',
];

describe('R6 the service uses the documented default', () => {
  const withDefault = (schema: Schema) =>
    fieldsOf(schema, 6).filter(
      ({ schema: { default: usual }, path }) => usual !== undefined && !path.includes('key1'),
    );
  const creating = guardedWithBody
    .filter(({ method, operationId }) => method === 'POST' && operationId !== 'validateOffer')
    .map((operation) => ({ ...operation, fields: withDefault(schemaOf(operation)) }))
    .filter(({ fields }) => fields.length > 0);

  test.each(sampled(creating))('$operationId: for a missing field', async ({ fields, ...operation }) => {
    const around = fields.map(({ path, schema }) => ({ path: path.slice(0, -1), schema }));
    const raw = bodyWithAll(
      around.filter(({ path }) => path.length > 0),
      {},
      session.body(operation),
    );
    const tried = expecting(await session.call(operation, { raw }), [200]);
    expect(unexpected([tried])).toEqual([]);
    for (const field of fields) {
      const pointer = pointerOf(field.path);
      const answered = valueAt(parsed(tried.got.text), field);
      if (notAnswered.includes(`${operation.operationId} ${pointer}`))
        expect(answered, pointer).toBeUndefined();
      else expect(answered, pointer).toEqual(field.schema.default);
    }
  });

  test('for a configuration that was never saved', async () => {
    let found = 0;
    const { id, token } = await session.app.organization();
    for (const { method, path, responses } of operations) {
      if (method !== 'GET' || !/^\/org\/\{orgId\}\/\w*[cC]onfig\w*$/.test(path)) continue;
      const fields = withDefault(bodySchema(responses['200']) ?? {}).filter(
        ({ path: { length } }) => length === 1,
      );
      const { body } = await session.app.request('GET', path.replace('{orgId}', id), { token });
      for (const field of fields) {
        found += 1;
        expect(valueAt(body, field), `${path} ${pointerOf(field.path)}`).toEqual(field.schema.default);
      }
    }
    expect(found).toBeGreaterThan(6);
  });

  const withUsual = operations.filter(({ parameters }) =>
    parameters.some(({ schema }) => schema.default !== undefined),
  );

  test.each(sampled(withUsual))(
    '$operationId: for a missing parameter',
    async ({ path, parameters, operationId }) => {
      const { ids, id, token } = session.lists;
      const filled = fillPath(path, { ...ids, orgId: id });
      const usual = parameters.filter(({ schema }) => schema.default !== undefined);
      const given = usual.map(({ name, schema }) => `${name}=${schema.default}`).join('&');
      const ask = async (query: string) => {
        const { status, text } = await session.app.request('GET', `${filled}${query}`, { token });
        return { status, text: text.replace(/"requestId":"\w+"/, '') };
      };
      expect(await ask(`?${given}`), operationId).toEqual(await ask(''));
    },
  );
});
