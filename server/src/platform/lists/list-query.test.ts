import { expect, test } from 'vitest';
import { listStatements } from './list-query.ts';

test('a JSON column is converted to text once per row, for both its size and the response', () => {
  const page = { limit: 10, offset: 0, after: undefined, count: false, descending: false };
  const columns = ['id', 'name', 'info', 'meta_info'] as const;
  const { text } = listStatements({
    organizationId: 'org_1',
    table: 'offer',
    columns,
    filters: {},
    page,
  }).rows;
  for (const column of ['info', 'meta_info']) {
    expect(text.split(`"${column}"::text as "${column}"`)).toHaveLength(2);
    expect(text).toMatch(new RegExp(`"${column}"::text as "${column}".* offset 0\\) as "printed"`, 's'));
  }
  expect(text).not.toContain('"name"::text as');
});
