import { expect, test } from 'vitest';
import { areSame, groupsOf } from '../src/pages/roles/permissions.ts';

test('permissions are grouped by subject, in words, in the given order', () => {
  expect(
    groupsOf(['organization:read', 'channelPartners:read', 'organization:write', 'deals:approve', 'odd']),
  ).toEqual([
    {
      of: 'Organization',
      permissions: [
        { id: 'organization:read', words: 'Read' },
        { id: 'organization:write', words: 'Write' },
      ],
    },
    { of: 'Channel partners', permissions: [{ id: 'channelPartners:read', words: 'Read' }] },
    { of: 'Deals', permissions: [{ id: 'deals:approve', words: 'Approve' }] },
    { of: 'Odd', permissions: [{ id: 'odd', words: '' }] },
  ]);
});

test.each([
  [['a', 'b'], ['b', 'a'], true],
  [['a'], ['a', 'b'], false],
  [['a', 'c'], ['a', 'b'], false],
  [[], [], true],
])('%j and %j are the same permissions: %s', (one, other, expected) => {
  expect(areSame(one, other)).toBe(expected);
});
