import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { describedRoutes } from '../src/generate.ts';
import { accept, rejected } from '../src/platform/records/accept.ts';
import { cleanBody } from '../src/platform/records/json.ts';
import { sampled, seed } from './generated/sample.ts';

type Definition = {
  type: string;
  innerType: z.ZodType;
  element: z.ZodType;
  valueType: z.ZodType;
  shape: Record<string, z.ZodType>;
  entries: Record<string, string>;
};

const made = new Map<z.ZodType, fc.Arbitrary<unknown>>();
const texts = fc.oneof(
  fc.string({ maxLength: 5 }),
  fc.constantFrom('USD', '2027-02-28', '2027-02-30', '2027-01-01T00:00:00Z', 'ann@example.com', 'mka'),
  fc.constantFrom('x'.repeat(201), 'y'.repeat(1001), '\u{1F600}'.repeat(200), 'https://example.com/'),
);
const numbers = fc.oneof(fc.integer(), fc.constantFrom(0, -0, 0.5, 1e15, 1.1e15, -2, 2 ** 53, 101));
const wrong = fc.constantFrom<unknown>(null, '', 'text', 7, 0.5, true, [], {}, [null], { a: 1 });

/** Generates values that mostly match a schema, and sometimes an invalid one. */
function valuesFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  const known = made.get(schema);
  if (known) return known;
  const values = fc.oneof({ weight: 60, arbitrary: rightFor(schema) }, { weight: 1, arbitrary: wrong });
  made.set(schema, values);
  return values;
}

function rightFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  const definition = schema.def as unknown as Definition;
  switch (definition.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return valuesFor(definition.innerType);
    case 'string':
      return texts;
    case 'number':
      return numbers;
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries));
    case 'array':
      return fc.array(valuesFor(definition.element), { maxLength: 3 });
    case 'record':
      return fc.dictionary(texts, valuesFor(definition.valueType), { maxKeys: 3 });
    case 'object':
      return objectsFor(definition.shape);
    default:
      return wrong;
  }
}

/** Generates records with a few of the fields, in any order. */
const objectsFor = (shape: Record<string, z.ZodType>) =>
  fc
    .uniqueArray(fc.constantFrom(...Object.keys(shape), 'notAField'), { maxLength: 6 })
    .chain((names) =>
      fc
        .tuple(...names.map((name) => (shape[name] ? valuesFor(shape[name] as z.ZodType) : wrong)))
        .map((items) => Object.fromEntries(names.map((name, index) => [name, items[index]]))),
    );

const bodies = new Map(
  describedRoutes().flatMap(({ body, operationId, bodyFormat }) =>
    body && bodyFormat?.type !== 'raw' ? [[body as z.ZodType, operationId as string] as const] : [],
  ),
);

test.each(sampled([...bodies].map(([schema, operationId]) => ({ operationId, schema }))))(
  'accept validates the body of $operationId like its schema',
  ({ schema }) => {
    fc.assert(
      fc.property(valuesFor(schema), (value) => {
        const cleaned = cleanBody(schema, value).value;
        const quick = accept(schema, structuredClone(cleaned));
        const whole = schema.safeParse(cleaned);
        expect(quick !== rejected).toBe(whole.success);
        if (!whole.success) return;
        expect(quick).toStrictEqual(whole.data);
        // toStrictEqual ignores the order of fields; the JSON text does not.
        expect(JSON.stringify(quick)).toBe(JSON.stringify(whole.data));
      }),
      { numRuns: 150, seed },
    );
  },
);
