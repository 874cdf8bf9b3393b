import { describe, expect, test } from 'vitest';
import { fieldsToTry } from './choices.ts';
import { expecting, naming, unexpected } from './expectations.ts';
import { bodyWith, type Field, isFree, isIgnored, pointerOf } from './fields.ts';
import type { Operation } from './operations.ts';
import { runs, seed } from './sample.ts';
import { disagreements } from './schema-check.ts';
import { parsed, type RequestResult, type Session } from './session.ts';
import * as values from './values.ts';

/** Sends a body with each of the values in the field, and checks the responses. */
export async function tryField(
  session: Session,
  operation: Operation,
  field: Field,
  raws: readonly string[],
  base?: object,
): Promise<RequestResult[]> {
  const results: RequestResult[] = [];
  for (const raw of raws) {
    const body = base ?? session.body(operation);
    const tried = await session.call(operation, { raw: bodyWith(field.path, raw, body) });
    if (isIgnored(session.app.app.routes, operation, field)) {
      // A value is rejected only if it is invalid in every field.
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

/**
 * Returns whether an operation concerns products, offers or entitlements. Their large records are tested in a
 * separate file, which runs in parallel.
 */
export const ofSales = ({ tags }: Operation): boolean =>
  ['Offer', 'OfferSet', 'Entitlement', 'Product'].includes(tags?.[0] ?? '');

/** Tests every field of the bodies of some operations. */
export function triesFields(session: () => Session, tried: readonly Operation[]): void {
  describe('R1 R4 every field of every body', () => {
    test.each(tried)('$operationId: a value of each type', async (operation) => {
      const fields = fieldsToTry(operation, runs, seed);
      const all: RequestResult[] = [];
      for (const field of fields)
        all.push(...(await tryField(session(), operation, field, values.ofEachType)));
      expect(unexpected(all)).toEqual([]);
      const refused = all.filter(({ got }) => got.status === 400).length;
      const typed = fields.filter(
        (field) => !isIgnored(session().app.app.routes, operation, field) && !isFree(field),
      );
      expect(refused).toBeGreaterThanOrEqual(typed.length);
    });

    test.each(tried)('$operationId: special values', async (operation) => {
      const random = values.seeded(seed);
      const all: RequestResult[] = [];
      const fields = fieldsToTry(operation, runs, seed);
      const few = fields.length < 20;
      for (const field of fields)
        all.push(
          ...(await tryField(
            session(),
            operation,
            field,
            values.sample(values.awkward, (few ? 10 : 4) * runs, random),
          )),
        );
      expect(unexpected(all)).toEqual([]);
    });
  });
}
