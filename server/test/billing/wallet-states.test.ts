import { describe, test } from 'vitest';
import { transactionMoves } from '../../src/billing/payments/states.ts';
import { walletCommands, walletMoves } from '../../src/billing/wallets/states.ts';
import { expectGrid } from '../state-grid.ts';

describe('R4 the status of a wallet', () => {
  const states = ['PENDING_VERIFY', 'ACTIVE', 'EXPIRED', 'CLOSED', 'DELETED'];

  test('changes only as listed by a caller, the provider or time', () =>
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

  test('allows each operation only as listed', () =>
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

describe('R4 the status of a payment transaction', () => {
  const states = ['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED'];

  test('changes only as listed by its provider, or the seller for a bank payment', () =>
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
