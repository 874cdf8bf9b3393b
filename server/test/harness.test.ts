import { expect, test } from 'vitest';
import { sharedTestApp } from './shared-app.ts';
import { untilIdle } from './until-idle.ts';

test('untilIdle ends when there is nothing to do, and fails when there always is', async () => {
  const left = [3, 2, 0, 5];
  expect(await untilIdle(async () => left.shift() ?? 0)).toBe(5);
  expect(left).toEqual([5]);
  await expect(untilIdle(async () => 1, 50)).rejects.toThrow('after 50 steps');
});

test('R4 an error that its operation does not declare fails the test that provoked it', async () => {
  const app = await sharedTestApp();
  const { id, token } = await app.organization();
  const get = () => app.request('GET', `/org/${id}/offer/ofr_none`, { token });
  expect((await get()).body).toMatchObject({ status: 404, code: 'offer_not_found' });
  const route = app.app.routes.find(({ operationId }) => operationId === 'getOffer');
  if (!route?.errors) throw new Error('getOffer declares no errors');
  const { errors } = route;
  route.errors = [];
  const undeclared = 'getOffer answered offer_not_found: it is not among the errors that the route declares';
  await expect(get()).rejects.toThrow(undeclared);
  // For requests that do not use the helpers, the end of the file fails.
  await fetch(`${app.url}/org/${id}/offer/ofr_none`, { headers: { authorization: `Bearer ${token}` } });
  route.errors = errors;
  await expect(app.stop()).rejects.toThrow(undeclared);
});
