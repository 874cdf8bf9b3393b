import { describe, expect, test } from 'vitest';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { isMoveAllowed } from '../platform/records/moves.ts';
import type { ProductRow } from './columns.ts';
import {
  inMarketplaceWork,
  type ProductStatus,
  productCommands,
  productObservations,
  requireProductMove,
  statusObserved,
} from './states.ts';
import { changeProduct } from './store.ts';

const everyState = new Set<ProductStatus>([
  ...(Object.keys(productCommands) as ProductStatus[]),
  ...Object.values(productCommands).flat(),
  ...Object.values(productObservations).flat(),
]);

test('a product can be deleted unless it is PUBLIC or the marketplace is working on it', () => {
  const deletable = [...everyState].filter((state) => isMoveAllowed(productCommands, state, 'DELETED'));
  const kept = [...everyState].filter((state) => !deletable.includes(state)).sort();
  expect(kept).toEqual(['DELETED', 'PENDING_CREATE', 'PENDING_PUBLISH', 'PUBLIC']);
});

test('every pending state can fail, and can be left by an observation', () => {
  for (const state of inMarketplaceWork) {
    expect(productCommands[state]?.some((to) => to.endsWith('_FAILED'))).toBe(true);
    expect(isMoveAllowed(productObservations, state, 'PUBLIC')).toBe(true);
  }
});

test.each<[from: ProductStatus, to: ProductStatus]>([
  ['PENDING_PUBLISH', 'CREATED'],
  ['PUBLIC', 'CREATED'],
  ['PUBLIC', 'PENDING_PUBLISH'],
  ['CREATED', 'CREATE_FAILED'],
  ['DRAFT', 'PUBLIC'],
  ['DELETED', 'PUBLIC'],
])('a stale or impossible observation does not move %s to %s', (from, to) => {
  expect(isMoveAllowed(productObservations, from, to)).toBe(false);
});

describe('the check of a status change', () => {
  test.each<[from: ProductStatus, to: ProductStatus | undefined]>([
    ['DRAFT', 'PENDING_CREATE'],
    ['PENDING_PUBLISH', 'PUBLIC'],
    ['DELETED', 'PUBLIC'],
    ['PUBLIC', 'PUBLIC'],
    ['PUBLIC', undefined],
  ])('allows %s to %s: a command, an observation, or no move', (status, to) => {
    expect(() => requireProductMove({ id: 'prd_1', status }, to)).not.toThrow();
  });

  test.each<[from: ProductStatus, to: ProductStatus]>([
    ['PUBLIC', 'CREATED'],
    ['DRAFT', 'PUBLIC'],
    ['DELETED', 'DRAFT'],
    ['PUBLIC', 'DELETED'],
  ])('refuses %s to %s, which no table allows', (status, to) => {
    expect(() => requireProductMove({ id: 'prd_1', status }, to)).toThrow(
      `no table of transitions has ${status} to ${to}, which prd_1 attempted`,
    );
  });

  test('runs before anything is written', async () => {
    const product = { id: 'prd_1', status: 'PUBLIC' } as ProductRow;
    await expect(changeProduct({} as OrgTransaction, product, { status: 'CREATED' })).rejects.toThrow(
      'no table of transitions has PUBLIC to CREATED',
    );
  });

  test('allows every observation: one that no table allows keeps the status', () => {
    for (const status of everyState)
      for (const observed of everyState)
        expect(() =>
          requireProductMove({ id: 'prd_1', status }, statusObserved(status, observed)),
        ).not.toThrow();
  });
});
