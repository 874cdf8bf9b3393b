import { expect, test } from 'vitest';
import { stepsOf } from '../src/ui/form/fields.ts';
import { placeFindings } from '../src/ui/form/findings.ts';
import { withValue } from '../src/ui/form/pointers.ts';
import { typingOf } from '../src/ui/form/typing.ts';

const steps = stepsOf([
  {
    name: 'offer',
    label: 'Offer',
    fields: [
      { pointer: '/name', label: 'Name', help: 'Name, as the buyer reads it.' },
      { pointer: '/info/accounts', label: 'Accounts', kind: 'texts' },
      { pointer: '/metaInfo/crm/id', label: 'Identifier', advanced: true },
    ],
  },
  {
    name: 'price',
    label: 'Price',
    fields: [
      { pointer: '/info/commits', label: 'Commits', kind: 'list', advanced: true },
      { pointer: '/info/commits/*/rate', label: 'Unit price', kind: 'money', advanced: true },
      { pointer: '/info/commits/*/parts', label: 'Parts', kind: 'list', advanced: true },
      { pointer: '/info/commits/*/parts/*/name', label: 'Part', advanced: true },
    ],
  },
  { name: 'notes', label: 'Notes', fields: [] },
]);

test('the fields of rows are within their list; a step without fields is omitted', () => {
  expect(steps.map(({ name }) => name)).toEqual(['offer', 'price']);
  const [commits, ...others] = steps[1]?.fields ?? [];
  expect(others).toEqual([]);
  expect(commits).toMatchObject({
    isAdvanced: true,
    rows: [{ isAdvanced: false }, { rows: [{ label: 'Part' }] }],
  });
  expect(steps[0]?.fields[0]?.help).toBe('As the buyer reads it.');
});

test('a length and its unit are one field; a length without a unit stays as it is', () => {
  const options = [{ value: 'DAY' }, { value: 'YEAR' }];
  const [list, alone] =
    stepsOf([
      {
        name: 'price',
        fields: [
          { pointer: '/commits', kind: 'list' },
          { pointer: '/commits/*/length', label: 'Billing period', kind: 'whole' },
          { pointer: '/commits/*/timeUnit', label: 'Unit', kind: 'choice', options },
          { pointer: '/length', kind: 'whole' },
        ],
      },
    ])[0]?.fields ?? [];
  expect(list?.rows).toMatchObject([
    { kind: 'interval', pointer: '/commits/*/length', rows: [{ pointer: '/commits/*/timeUnit' }] },
  ]);
  expect(alone?.kind).toBe('whole');
});

test('options are words, and a currency is its code, even the code of a marketplace', () => {
  const options = [{ value: 'MKD' }, { value: 'DAY' }, { value: 'CPPO' }];
  const labels = (pointer: string) =>
    stepsOf([{ name: 'a', fields: [{ pointer, kind: 'choice', options }] }])[0]?.fields[0]?.options.map(
      ({ label }) => label,
    );
  expect(labels('/info/currency')).toEqual(['MKD', 'DAY', 'CPPO']);
  expect(labels('/partner')).toEqual(['Marketplace D', 'Day', 'CPPO']);
});

test.each([
  ['/name', '/name', 'Name', 'is wrong'],
  ['/info/accounts/1', '/info/accounts', 'Accounts', 'Line 2: is wrong'],
  ['/info/commits/1/rate', '/info/commits/1/rate', 'Commits 2 · Unit price', 'is wrong'],
  ['/info/commits/0/parts/2/name', '/info/commits/0/parts/2/name', 'Commits 1 · Parts 3 · Part', 'is wrong'],
  ['/info/commits/3', '/info/commits', 'Commits', '4: is wrong'],
  ['/metaInfo/crm', '/metaInfo/crm/id', 'Identifier', 'is wrong'],
])('the finding %s belongs to %s', (pointer, at, label, message) => {
  const found = placeFindings([{ pointer, message: 'is wrong', isError: true }], steps);
  expect(found).toMatchObject([{ at, label, message }]);
});

test('a finding without a field, or about the whole record, belongs to no field', () => {
  const found = ['', '/elsewhere'].map((pointer) => ({ pointer, message: 'is wrong', isError: true }));
  expect(placeFindings(found, steps)).toEqual(found);
});

test.each([
  ['text', ' a ', 'a'],
  ['text', '  ', undefined],
  ['longText', ' a\n', ' a\n'],
  ['money', '1200.50', 1200.5],
  ['money', '12,5', '12,5'],
  ['whole', '9007199254740993', '9007199254740993'],
  ['money', '900719925474099.55', '900719925474099.55'],
  ['money', '0.1000', 0.1],
  ['money', '1e3', 1000],
  ['money', '0x10', '0x10'],
  ['whole', '', undefined],
  ['texts', 'a\n\n b \n', ['a', 'b']],
  ['numbers', '1\nx', [1, 'x']],
  ['json', '{"a": [1]}', { a: [1] }],
  ['json', '{"a"', '{"a"'],
  ['time', '', undefined],
  ['a kind to come', 'a', 'a'],
])('%s: the input %j is the value %j, and is displayed as it is read', (kind, typed, value) => {
  const { read, show } = typingOf(kind);
  expect(read(typed)).toEqual(value);
  expect(read(show(value))).toEqual(value);
});

test('a moment is typed in the zone of the reader', () => {
  const { read, show } = typingOf('time');
  const typed = show('2031-01-01T00:00:00.000Z');
  expect(new Date(typed).toISOString()).toBe('2031-01-01T00:00:00.000Z');
  expect(read(typed)).toBe('2031-01-01T00:00:00.000Z');
  expect(show('soon')).toBe('');
});

test('a record without values is absent; a row is not', () => {
  expect(withValue({ a: { b: { c: 1 } }, d: 1 }, '/a/b/c', undefined)).toEqual({ d: 1 });
  expect(withValue({ rows: [{ a: 1 }, { b: 2 }] }, '/rows/0/a', undefined)).toEqual({ rows: [{}, { b: 2 }] });
  expect(withValue({}, '/a~1b/c', 1)).toEqual({ 'a/b': { c: 1 } });
});
