import { describe, expect, test } from 'vitest';
import { type ExampleSource, exampleOf, type JsonSchema, requestExampleOf } from './examples.ts';

const text: JsonSchema = { type: 'string' };
const record = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});

const known: ExampleSource = {
  schemas: {
    Kind: { type: 'string', enum: ['SMALL', 'LARGE'] },
    Inner: record({ size: { type: 'integer' }, deeper: { $ref: '#/components/schemas/Deep' } }),
    Deep: record({ name: text }),
    WorkloadOffer: record({ id: text, kind: { $ref: '#/components/schemas/Kind' } }),
    Loop: record({ name: text, next: { $ref: '#/components/schemas/Loop' } }),
  },
  examples: { Shown: { name: 'written by hand' } },
  identifiers: { buyer: 'buy', client: 'cli', offer: 'ofr' },
};
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

describe('an example', () => {
  test.each<[string, JsonSchema, unknown]>([
    ['a constant', { const: 'x' }, 'x'],
    ['the first example of the field', { type: 'string', examples: ['EUR', 'USD'] }, 'EUR'],
    ['the first of an enumeration', ref('Kind'), 'SMALL'],
    ['the example written for a record', ref('Shown'), { name: 'written by hand' }],
    ['a value rather than null', { anyOf: [{ type: 'null' }, { type: 'boolean' }] }, true],
    ['a value rather than null, both types at once', { type: ['null', 'integer'] }, 1],
    ['null if no other value is allowed', { type: 'null' }, null],
    ['a number that is small enough', { type: 'number', maximum: 0.5 }, 0.5],
    ['a number that is large enough', { type: 'integer', minimum: 5 }, 5],
    ['a text in the given format', { type: 'string', format: 'date' }, '2027-01-31'],
    ['a text that is short enough', { type: 'string', maxLength: 3 }, 'Exa'],
    ['one element of a list', { type: 'array', items: ref('Kind') }, ['SMALL']],
    ['an empty map of anything', { type: 'object', additionalProperties: {} }, {}],
    ['one entry of a map', { type: 'object', additionalProperties: { type: 'integer' } }, { key: 1 }],
    [
      'an identifier by its record',
      ref('WorkloadOffer'),
      { id: 'ofr_01m7z53qrwf3raysksbfq2fp2q', kind: 'SMALL' },
    ],
    ['a record in a record, and nothing deeper', record({ inner: ref('Inner') }), { inner: { size: 1 } }],
    ['a record that contains itself', ref('Loop'), { name: 'Example name', next: { name: 'Example name' } }],
    ['no deprecated field', record({ old: { type: 'integer', deprecated: true } }), {}],
    [
      'deprecated and deep fields that are required',
      record({ inner: record({ old: ref('Deep') }, { required: ['old'] }) }),
      { inner: { old: { name: 'Example name' } } },
    ],
  ])('is %s', (_, schema, expected) => {
    expect(exampleOf(schema, known)).toEqual(expected);
  });

  test.each([
    ['buyerID', 'buy_01m7z53qrwf3raysksbfq2fp2q'],
    ['offerIds', 'ofr_01m7z53qrwf3raysksbfq2fp2q'],
    ['externalID', '1234567890'],
    ['createdBy', 'cli_01m7z53qrwf3raysksbfq2fp2q'],
    ['billingEmail', 'person@example.com'],
    ['companyLogoUrl', 'https://example.com/'],
    ['expireAt', '2027-01-31T00:00:00.000Z'],
    ['format', 'Example format'],
    ['countryCode', 'US'],
    ['vendorName', 'Example vendor name'],
  ])('of a text is chosen by the field name: %s', (name, expected) => {
    expect(exampleOf(record({ [name]: text }), known)).toEqual({ [name]: expected });
  });
});

describe('an example of a request body', () => {
  test('has the required fields and a few plain fields, without fields that the service sets', () => {
    const plain = Object.fromEntries([...'abcdefgh'].map((name) => [name, { type: 'boolean' }]));
    const schema = record({ id: text, inner: ref('Inner'), ...plain, last: text }, { required: ['last'] });
    expect(requestExampleOf(schema, known, ['id', 'inner.size'])).toEqual({
      a: true,
      b: true,
      c: true,
      d: true,
      e: true,
      last: 'Example last',
    });
  });

  test('contains nested records if all fields are records', () => {
    expect(requestExampleOf(record({ inner: ref('Inner') }), known)).toEqual({ inner: { size: 1 } });
  });

  test('of a named schema is made from that schema', () => {
    expect(requestExampleOf(ref('WorkloadOffer'), known, ['id'])).toEqual({ kind: 'SMALL' });
    expect(requestExampleOf({ type: 'string' }, known)).toBe('Example');
  });
});
