import { expect, test } from 'vitest';
import type { List } from '../lists/list-answer.ts';
import type { FiltersOf, Link } from '../lists/list-query.ts';
import { columnsOfTable } from './filter.ts';
import type { FilteredList } from './statements.ts';

test('columns of a table are filtered by the types that they have there', () => {
  expect(columnsOfTable('event', 'e', ['entity_id', 'audited', 'sequence', 'creation_time'])).toEqual({
    entity_id: { sql: 'e.entity_id', type: 'text' },
    audited: { sql: 'e.audited', type: 'boolean' },
    sequence: { sql: 'e.sequence', type: 'number' },
    creation_time: { sql: 'e.creation_time', type: 'time' },
  });
});

test('a column whose values cannot be compared with those of a filter is refused', () => {
  expect(() => columnsOfTable('event', 'e', ['payload'])).toThrow('event.payload cannot be filtered by');
});

/** Never run: what must not compile. */
export const refused = () => {
  // @ts-expect-error no such column
  columnsOfTable('offer', 'o', ['id', 'nmae']);
  const columns = columnsOfTable('offer', 'o', ['name']);
  // @ts-expect-error no column of the list
  const sort: FilteredList<keyof typeof columns>['defaultSort'] = [{ column: 'nmae', descending: false }];
  // @ts-expect-error no such column of the list's table
  const filters: FiltersOf<'offer'> = { nmae: 'x' };
  // @ts-expect-error no such column of the link table
  const link: Link = { table: 'offer_contact', column: 'ofer_id', match: {} };
  // @ts-expect-error a column of another table
  const shown: List<'offer'>['columns'] = ['id', 'url'];
  return { sort, filters, link, shown };
};
