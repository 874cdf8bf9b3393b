import { expect, test } from 'vitest';
import { findingsOfMetric } from './check.ts';
import type { BillableMetric } from './records.ts';

const metric = (change: object): BillableMetric => ({ name: 'Seconds', aggregationType: 'SUM', ...change });
const filtered = (filter: object) => metric({ info: { filterGroups: [{}, { filters: [filter] }] } });
const place = '/info/filterGroups/1/filters/0';

test.each<[string, BillableMetric, string[]]>([
  ['a sum', metric({}), []],
  ['no name', metric({ name: undefined }), ['/name']],
  ['no aggregation', metric({ aggregationType: undefined }), ['/aggregationType']],
  [
    'a unique count without a property',
    metric({ aggregationType: 'UNIQUE_COUNT' }),
    ['/info/propertyUniqueOn'],
  ],
  [
    'a unique count with a property',
    metric({ aggregationType: 'UNIQUE_COUNT', info: { propertyUniqueOn: 'user' } }),
    [],
  ],
  ['a property twice', metric({ info: { groupBys: ['os', 'os'] } }), ['/info/groupBys/1']],
  ['an empty property', metric({ info: { groupBys: [''] } }), ['/info/groupBys/0']],
  ['an empty filter', filtered({}), [`${place}/name`, `${place}/operation`]],
  ['a text', filtered({ name: 'os', operation: 'IS', value: 'linux', valueType: 'STRING' }), []],
  ['a flag as a text', filtered({ name: 'spot', operation: 'NOT_IS', value: true }), []],
  ['no text', filtered({ name: 'os', operation: 'CONTAINS' }), [`${place}/value`]],
  ['a list for a text', filtered({ name: 'os', operation: 'IS', value: ['a'] }), [`${place}/value`]],
  ['a number', filtered({ name: 'n', operation: 'GTE', value: 0, valueType: 'FLOAT' }), []],
  ['a number in a text', filtered({ name: 'n', operation: 'EQ', value: '1.5' }), []],
  ['words for a number', filtered({ name: 'n', operation: 'LT', value: 'one' }), [`${place}/value`]],
  ['an empty number', filtered({ name: 'n', operation: 'LT', value: ' ' }), [`${place}/value`]],
  [
    'a number compared as text',
    filtered({ name: 'n', operation: 'GT', value: 1, valueType: 'STRING' }),
    [`${place}/operation`],
  ],
  [
    'a text compared as number',
    filtered({ name: 'n', operation: 'IS', value: 'a', valueType: 'FLOAT' }),
    [`${place}/operation`],
  ],
  ['existence of either type', filtered({ name: 'n', operation: 'NOT_EXISTS', valueType: 'FLOAT' }), []],
])('a metric with %s: each invalid field is named', (_name, given, pointers) => {
  expect(findingsOfMetric(given).map(({ pointer }) => pointer)).toEqual(pointers);
});
