import { expect, test } from 'vitest';
import type { List } from '../lists/list-answer.ts';
import type { FiltersOf, Link } from '../lists/list-query.ts';
import { columnsOfTable } from './filter.ts';
import type { FilteredList } from './statements.ts';

test('columns have the filter type of their table columns', () => {
  expect(columnsOfTable('event', 'e', ['entity_id', 'audited', 'sequence', 'creation_time'])).toEqual({
    entity_id: { sql: 'e.entity_id', type: 'text' },
    audited: { sql: 'e.audited', type: 'boolean' },
    sequence: { sql: 'e.sequence', type: 'number' },
    creation_time: { sql: 'e.creation_time', type: 'time' },
  });
});

test('a column whose type does not support filters is rejected', () => {
  expect(() => columnsOfTable('event', 'e', ['payload'])).toThrow('event.payload does not support filters');
});

/** Code that must not compile and is never run. */
export const refused = () => {
  // @ts-expect-error the column does not exist
  columnsOfTable('offer', 'o', ['id', 'nmae']);
  const columns = columnsOfTable('offer', 'o', ['name']);
  // @ts-expect-error not a column of the list
  const sort: FilteredList<keyof typeof columns>['defaultSort'] = [{ column: 'nmae', descending: false }];
  // @ts-expect-error the list's table has no such column
  const filters: FiltersOf<'offer'> = { nmae: 'x' };
  // @ts-expect-error the link table has no such column
  const link: Link = { table: 'offer_contact', column: 'ofer_id', match: {} };
  // @ts-expect-error a column of another table
  const shown: List<'offer'>['columns'] = ['id', 'url'];
  return { sort, filters, link, shown };
};
