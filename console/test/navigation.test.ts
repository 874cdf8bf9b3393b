import { expect, test } from 'vitest';
import { pagesFor, portalPermission } from '../src/navigation.ts';

/** Returns the names of the pages for a user with only these permissions. */
const namesFor = (permissions: readonly string[], isTest = true): string[] =>
  pagesFor(isTest, (one) => (permissions.includes(one) ? undefined : `You lack ${one}.`)).map(
    ({ name }) => name,
  );

test('a member that acts for a channel partner has only the pages of the partner portal', () => {
  expect(namesFor([portalPermission])).toEqual(['Overview', 'Offers', 'Deals', 'Report']);
});

test('a member of the seller has the pages of its permissions, without the partner portal', () => {
  expect(namesFor(['offers:read', 'deals:read'], false)).toEqual([
    'Overview',
    'Offers',
    'Offer sets',
    'Deals',
  ]);
  expect(namesFor([])).toEqual(['Overview', 'Sandbox']);
});
