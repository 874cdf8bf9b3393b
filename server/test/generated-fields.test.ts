import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellsOfAll } from './generated/closing.ts';
import { expecting, naming, tell } from './generated/expectations.ts';
import { bodyWith, type Field, fieldsOf, isFree, pointerOf, schemaOf } from './generated/fields.ts';
import type { Operation } from './generated/operations.ts';
import { disagreements } from './generated/schema-check.ts';
import {
  guardedWithBody,
  parsed,
  runs,
  type Session,
  seed,
  startSession,
  type Tried,
} from './generated/session.ts';
import * as values from './generated/values.ts';

let session: Session;
beforeAll(async () => {
  session = await startSession();
});
afterAll(() => session.stop());

describe('R1 R4 every field of every body', () => {
  /** Records that are wide as well as deep. */
  const depthOf = ({ operationId }: Operation) => (/^createOffer$|MetaInfo$/.test(operationId) ? 2 : 3);

  /** R9, R15: what is the service's is ignored, of whatever type it is. */
  const isIgnored = (operation: Operation, { path }: Field): boolean => {
    const route = session.app.app.routes.find(({ operationId }) => operationId === operation.operationId);
    const name = path.join('.');
    return route?.ignored?.some((ignored) => name === ignored || name.startsWith(`${ignored}.`)) ?? false;
  };

  async function tryField(
    operation: Operation,
    field: Field,
    raws: readonly string[],
    base = session.body(operation),
  ): Promise<Tried[]> {
    const results: Tried[] = [];
    for (const raw of raws) {
      const tried = await session.call(operation, { raw: bodyWith(field.path, raw, base) });
      if (isIgnored(operation, field)) {
        // Only what no body may hold, whatever the field, is refused.
        results.push(expecting(tried, values.ofEachType.includes(raw) ? [200] : [200, 400]));
        continue;
      }
      const value = parsed(raw);
      const wrong = value !== null && disagreements(field.schema, value).length > 0 && value !== '';
      const named = value !== null && wrong ? naming(expecting(tried, [400]), pointerOf(field.path)) : tried;
      results.push(named);
    }
    return results;
  }

  test.each(guardedWithBody)('$operationId: a value of each type', async (operation) => {
    const fields = fieldsOf(schemaOf(operation), depthOf(operation));
    const tried = [];
    for (const field of fields) tried.push(...(await tryField(operation, field, values.ofEachType)));
    expect(tell(tried)).toEqual([]);
    const refused = tried.filter(({ got }) => got.status === 400).length;
    expect(refused).toBeGreaterThanOrEqual(isFree(operation) ? 0 : fields.length);
  });

  test.each(guardedWithBody)('$operationId: awkward values', async (operation) => {
    const random = values.seeded(seed);
    const tried = [];
    const fields = fieldsOf(schemaOf(operation), depthOf(operation));
    const few = fields.length < 20;
    for (const field of fields)
      tried.push(
        ...(await tryField(operation, field, values.sample(values.awkward, few ? 1000 : 5 * runs, random))),
      );
    expect(tell(tried)).toEqual([]);
  });

  test('createOffer: a sample of the fields deep in its records', async () => {
    const random = values.seeded(seed + 1);
    const [operation] = guardedWithBody.filter(({ operationId }) => operationId === 'createOffer') as [
      Operation,
    ];
    const deep = fieldsOf(schemaOf(operation), 6).filter(({ path }) => path.length > 2);
    const tried = [];
    for (const field of values.sample(deep, 60 * runs, random))
      tried.push(
        ...(await tryField(
          operation,
          field,
          values.sample([...values.ofEachType, ...values.awkward], 5, random),
        )),
      );
    expect(tell(tried)).toEqual([]);
  });

  test('createOffer: fields that are columns, with every awkward value', async () => {
    const [operation] = guardedWithBody.filter(({ operationId }) => operationId === 'createOffer') as [
      Operation,
    ];
    const columns = fieldsOf(schemaOf(operation), 1);
    const filtered = { path: ['metaInfo', 'crmCOpportunityId'], schema: { type: 'string' } };
    const tried = [];
    for (const field of [...columns, filtered])
      tried.push(...(await tryField(operation, field, values.awkward, { partner: 'MKA' })));
    expect(tell(tried)).toEqual([]);
  });
});

tellsOfAll(() => session);
