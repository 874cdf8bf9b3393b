import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAllCovered } from '../generated/closing.ts';
import { unexpected } from '../generated/expectations.ts';
import { ofSales, triesFields, tryField } from '../generated/field-trials.ts';
import { fieldsOf, schemaOf } from '../generated/fields.ts';
import type { Operation } from '../generated/operations.ts';
import { runs, seed } from '../generated/sample.ts';
import { guardedWithBody, type Session, startSession } from '../generated/session.ts';
import * as values from '../generated/values.ts';

let session: Session;
beforeAll(async () => {
  session = await startSession();
});
afterAll(() => session.stop());

triesFields(() => session, guardedWithBody.filter(ofSales));

describe('R1 R4 fields of offers', () => {
  test('createOffer: a sample of the nested fields of its records', async () => {
    const random = values.seeded(seed + 1);
    const [operation] = guardedWithBody.filter(({ operationId }) => operationId === 'createOffer') as [
      Operation,
    ];
    const deep = fieldsOf(schemaOf(operation), 6).filter(({ path }) => path.length > 2);
    const tried = [];
    for (const field of values.sample(deep, 60 * runs, random))
      tried.push(
        ...(await tryField(
          session,
          operation,
          field,
          values.sample([...values.ofEachType, ...values.awkward], 5, random),
        )),
      );
    expect(unexpected(tried)).toEqual([]);
  });

  test('createOffer: fields that are columns, with every special value', async () => {
    const [operation] = guardedWithBody.filter(({ operationId }) => operationId === 'createOffer') as [
      Operation,
    ];
    const columns = fieldsOf(schemaOf(operation), 1);
    const filtered = { path: ['metaInfo', 'crmCOpportunityId'], schema: { type: 'string' } };
    const tried = [];
    for (const field of [...columns, filtered])
      tried.push(...(await tryField(session, operation, field, values.awkward, { partner: 'MKA' })));
    expect(unexpected(tried)).toEqual([]);
  });
});

expectAllCovered(() => session);
