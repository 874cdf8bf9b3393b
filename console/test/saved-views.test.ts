import { expect, test } from 'vitest';
import { byName, listOf, queryOf, stateOf, type View } from '../src/ui/views/state.ts';

const view = (id: string, query: Record<string, string>, name = id): View => ({
  id,
  list: 'offers',
  name,
  query,
});
const pending = view('pending', { status: 'PENDING', sort: 'name' });
const wide = view('wide', { columns: 'Name,State,Type' });
const views = [pending, wide];

test.each([
  ['/org/$orgId/offers', 'offers'],
  ['/org/$orgId/usage/reports', 'usage/reports'],
  ['/org/$orgId/entitlements/$entitlementId/ledger', 'entitlements/entitlementId/ledger'],
  ['/org/$orgId/', ''],
  ['/account', ''],
])('the list of the page %s is %j', (path, list) => {
  expect(listOf(path)).toBe(list);
});

test('an address is a view if its values are equal, in any order and without empty values', () => {
  const search = { sort: 'name', search: '', order: undefined, status: 'PENDING' };
  expect(queryOf(search)).toEqual(pending.query);
  expect(stateOf(views, search, undefined)).toMatchObject({
    current: pending,
    opened: pending,
    isUnsaved: false,
  });
});

test.each([
  ['another filter', { status: 'ACTIVE', sort: 'name' }],
  ['another order', { status: 'PENDING', sort: 'name', order: 'desc' }],
  ['other columns', { status: 'PENDING', sort: 'name', columns: 'Name' }],
  ['no order', { status: 'PENDING' }],
])('after the change to %s, the view stays opened, and the address can be saved', (_, search) => {
  expect(stateOf(views, search, 'pending')).toMatchObject({
    current: undefined,
    opened: pending,
    isUnsaved: true,
  });
  expect(stateOf(views, search, undefined).opened).toBeUndefined();
});

test('the default view has no parameters, ends the opened view, and cannot be saved', () => {
  expect(stateOf(views, {}, 'pending')).toMatchObject({
    current: undefined,
    opened: undefined,
    isUnsaved: false,
  });
});

test('of several views with the same query, the opened one is current', () => {
  const twin = view('twin', { ...wide.query });
  expect(stateOf([wide, twin], { ...wide.query }, 'twin').current).toBe(twin);
  expect(stateOf([wide, twin], { ...wide.query }, undefined).current).toBe(wide);
});

test('a deleted view is not opened', () => {
  expect(stateOf([wide], { status: 'PENDING' }, 'pending').opened).toBeUndefined();
});

test('views are listed by name, as the language orders them', () => {
  const names = ['b', 'Á', 'a', 'C'].map((name) => view(name, {}));
  expect(byName(names).map(({ name }) => name)).toEqual(['a', 'Á', 'b', 'C']);
});
