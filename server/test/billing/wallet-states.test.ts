import { describe, test } from 'vitest';
import { transactionMoves } from '../../src/billing/payments/states.ts';
import { walletCommands, walletMoves } from '../../src/billing/wallets/states.ts';
import { expectGrid } from '../state-grid.ts';

describe('R4 every move of a wallet', () => {
  const states = ['PENDING_VERIFY', 'ACTIVE', 'EXPIRED', 'CLOSED', 'DELETED'];

  test('by a caller, its provider or time', () =>
    expectGrid(
      walletMoves,
      states,
      states,
      `
      PENDING_VERIFY  · x x · x
      ACTIVE          · · x x x
      EXPIRED         · x · x x
      CLOSED          · · · · x
      DELETED         · · · · ·`,
    ));

  test('and from where each operation is possible', () =>
    expectGrid(
      walletCommands,
      ['change', 'close', 'delete', 'makeDefault'],
      states,
      `
      change       · x x · ·
      close        · x x · ·
      delete       x x x x ·
      makeDefault  · x · · ·`,
    ));
});

describe('R4 every move of a payment transaction', () => {
  const states = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'];

  test('by what its provider says of it, or the seller of a payment by bank', () =>
    expectGrid(
      transactionMoves,
      states,
      states,
      `
      PENDING     · x x x
      PROCESSING  · · x x
      SUCCESS     · · · x
      FAILED      · · · ·`,
    ));
});
