import fc from 'fast-check';
import type { ColumnType, Filter, FilterColumns, Value } from './filter.ts';

/** One column of each type, for the rows in `sampleRows`. */
export const columns = {
  event_type: { sql: 'r.event_type', type: 'text' },
  creation_time: { sql: 'r.creation_time', type: 'time' },
  amount: { sql: 'r.amount', type: 'number' },
  sealed: { sql: 'r.sealed', type: 'boolean' },
} as const satisfies FilterColumns;

type Column = keyof typeof columns;

const texts = [
  'CREATE.OFFER',
  'UPDATE.OFFER',
  'o',
  '',
  'null',
  '50%',
  'a_b',
  "it's",
  '"',
  '\\',
  'é\u{1F600}',
];
const times = ['2027-01-31T00:00:00.000Z', '2027-02-01T12:30:00.500Z', '0001-01-01T00:00:00.000Z'];
const numbers = ['0', '-1', '1.50', '12345678901234567890', '1e3', '2E-2'];

const values: Record<ColumnType, fc.Arbitrary<Value>> = {
  text: fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'grapheme' })),
  time: fc.constantFrom(...times),
  number: fc.constantFrom(...numbers),
  boolean: fc.boolean(),
};

const column = fc.constantFrom(...(Object.keys(columns) as Column[]));
/** Patterns in which a character follows each `\`. */
const pattern = fc
  .array(fc.constantFrom('%', '_', '\\%', '\\_', '\\\\', 'o', 'O', '.', "'", 'é', 'CREATE'), { maxLength: 4 })
  .map((parts) => parts.join(''));

const comparison = column.chain((name): fc.Arbitrary<Filter> => {
  const { type } = columns[name];
  const equality = fc.record({
    form: fc.constant('compare' as const),
    comparison: fc.constantFrom('=' as const, '!=' as const),
    column: fc.constant(name),
    value: fc.option(values[type], { nil: null }),
  });
  if (type === 'boolean') return equality;
  return fc.oneof(
    equality,
    fc.record({
      form: fc.constant('compare' as const),
      comparison: fc.constantFrom('<' as const, '<=' as const, '>' as const, '>=' as const),
      column: fc.constant(name),
      value: values[type],
    }),
  );
});

const condition: fc.Arbitrary<Filter> = fc.oneof(
  comparison,
  column.map((name): Filter => ({ form: 'is-null', column: name })),
  column.chain((name) =>
    fc
      .array(values[columns[name].type], { minLength: 1, maxLength: 3 })
      .map((list): Filter => ({ form: 'in', column: name, values: list })),
  ),
  fc
    .record({ pattern, ignoreCase: fc.boolean() })
    .map((like): Filter => ({ form: 'like', column: 'event_type', ...like })),
);

/** Arbitrary filters, up to four levels deep. */
export const anyFilter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    tie('filter').map((filter): Filter => ({ form: 'not', filter })),
    fc
      .record({
        form: fc.constantFrom('and' as const, 'or' as const),
        filters: fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
      })
      .map((logic): Filter => logic),
  ),
})).filter;

const quoted = (value: Value | null): string => {
  if (typeof value !== 'string') return String(value);
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
};

/** Prints a filter in the syntax of callers. */
export function print(filter: Filter): string {
  switch (filter.form) {
    case 'not':
      return `(not ${print(filter.filter)})`;
    case 'and':
    case 'or':
      return `(${filter.form} ${filter.filters.map(print).join(' ')})`;
    case 'is-null':
      return `(is-null ${filter.column})`;
    case 'in':
      return `(in ${filter.column} ${filter.values.map(quoted).join(' ')})`;
    case 'like':
      return `(${filter.ignoreCase ? 'ilike' : 'like'} ${filter.column} ${quoted(filter.pattern)})`;
    case 'compare':
      return `(${filter.comparison} ${filter.column} ${quoted(filter.value)})`;
  }
}
