import { expect, test } from 'vitest';
import { mayMove } from '../platform/records/moves.ts';
import { isInProgress, type ProductStatus, productCommands, productObservations } from './states.ts';

const everyState = new Set<ProductStatus>([
  ...(Object.keys(productCommands) as ProductStatus[]),
  ...Object.values(productCommands).flat(),
  ...Object.values(productObservations).flat(),
]);

test('a product is deleted from every state but PUBLIC and those in which the marketplace works on it', () => {
  const deletable = [...everyState].filter((state) => mayMove(productCommands, state, 'DELETED'));
  const kept = [...everyState].filter((state) => !deletable.includes(state)).sort();
  expect(kept).toEqual(['DELETED', 'PENDING_CREATE', 'PENDING_PUBLISH', 'PUBLIC']);
});

test('every state in progress has a way to fail and is left by what the marketplace shows', () => {
  for (const state of [...everyState].filter(isInProgress)) {
    expect(productCommands[state]?.some((to) => to.endsWith('_FAILED'))).toBe(true);
    expect(mayMove(productObservations, state, 'PUBLIC')).toBe(true);
  }
});

test.each<[from: ProductStatus, to: ProductStatus]>([
  ['PENDING_PUBLISH', 'CREATED'],
  ['PUBLIC', 'CREATED'],
  ['PUBLIC', 'PENDING_PUBLISH'],
  ['CREATED', 'CREATE_FAILED'],
  ['DRAFT', 'PUBLIC'],
  ['DELETED', 'PUBLIC'],
])('an observation from before, or of nothing that is there, does not move %s to %s', (from, to) => {
  expect(mayMove(productObservations, from, to)).toBe(false);
});
