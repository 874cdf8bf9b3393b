import { expect, test } from 'vitest';
import { differencesOf } from '../src/pages/audit/difference.ts';
import { auditQuery } from '../src/pages/audit/query.ts';

test.each([
  [{}, undefined],
  [{ action: 'CREATE' }, `(= action 'CREATE')`],
  [{ entity: 'OFFER', record: "ofr_'1" }, `(and (= entity_type 'OFFER') (= entity_id 'ofr_\\'1'))`],
  [{ actor: '50%' }, `(or (ilike actor_email '%50\\\\%%') (= actor_id '50%'))`],
  [
    { from: '2026-02-28', to: '2026-02-28' },
    `(and (>= creation_time '2026-02-28T00:00:00.000Z') (< creation_time '2026-03-01T00:00:00.000Z'))`,
  ],
  [{ from: 'yesterday', to: '2026-13-01' }, undefined],
])('the filters %o of the audit trail become one query, and invalid days are ignored', (search, q) => {
  expect(auditQuery(search)).toBe(q);
});

test('the fields of a record before and after a change are compared by their path', () => {
  const before = { status: 'DRAFT', info: { currency: 'USD', tags: ['a'] } };
  const after = { status: 'DRAFT', info: { currency: 'EUR', tags: ['a'] }, name: 'New' };
  expect(differencesOf(before, after).filter(({ isChanged }) => isChanged)).toEqual([
    { path: 'info/currency', before: 'USD', after: 'EUR', isChanged: true },
    { path: 'name', before: undefined, after: 'New', isChanged: true },
  ]);
});

test('an entry without records has no differences', () => {
  expect(differencesOf(undefined, {})).toEqual([]);
});
