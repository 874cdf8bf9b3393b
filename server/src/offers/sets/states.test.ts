import { describe, expect, test } from 'vitest';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { isMoveAllowed } from '../../platform/records/moves.ts';
import type { OfferStatus } from '../records.ts';
import { offerCommands, offerObservations, unpublished } from '../states.ts';
import type { OfferSetRow } from './columns.ts';
import {
  type OfferSetStatus,
  offerSetCommands,
  offerSetObservations,
  requireOfferSetMove,
  stateOf,
  unchangedInSet,
} from './states.ts';
import { changeOfferSet } from './store.ts';

describe('the state of an offer set follows from its offers', () => {
  test.each<[current: OfferSetStatus, offers: OfferStatus[], state: OfferSetStatus]>([
    ['PENDING_CREATE', ['PENDING_CREATE', 'PENDING_ACCEPTANCE'], 'PENDING_CREATE'],
    ['PENDING_CREATE', ['PENDING_ACCEPTANCE', 'PENDING_ACCEPTANCE'], 'PENDING_ACCEPTANCE'],
    ['PENDING_CREATE', ['PENDING_CREATE', 'CREATE_FAILED'], 'CREATE_FAILED'],
    ['PENDING_CREATE', ['PENDING_ACCEPTANCE', 'CREATE_FAILED'], 'CREATE_FAILED'],
    ['CREATE_FAILED', ['PENDING_ACCEPTANCE', 'PENDING_CREATE'], 'PENDING_CREATE'],
    ['CREATE_FAILED', ['PENDING_ACCEPTANCE', 'PENDING_ACCEPTANCE'], 'PENDING_ACCEPTANCE'],
    ['PENDING_ACCEPTANCE', ['ACCEPTED', 'PENDING_ACCEPTANCE'], 'PENDING_ACCEPTANCE'],
    ['PENDING_ACCEPTANCE', ['ACCEPTED', 'ACCEPTED'], 'ACCEPTED'],
    ['PENDING_ACCEPTANCE', ['ACCEPTED', 'USED'], 'ACCEPTED'],
    ['PENDING_ACCEPTANCE', ['PENDING_CANCEL', 'PENDING_ACCEPTANCE'], 'PENDING_ACCEPTANCE'],
    ['PENDING_ACCEPTANCE', ['CANCELLED', 'PENDING_ACCEPTANCE'], 'PENDING_ACCEPTANCE'],
    ['PENDING_ACCEPTANCE', ['EXPIRED', 'EXPIRED'], 'EXPIRED'],
    ['PENDING_ACCEPTANCE', ['EXPIRED', 'CANCELLED'], 'CANCELLED'],
    ['PENDING_ACCEPTANCE', ['REJECTED', 'CANCELLED'], 'REJECTED'],
    ['PENDING_ACCEPTANCE', ['REJECTED', 'PENDING_ACCEPTANCE'], 'PENDING_ACCEPTANCE'],
    ['PENDING_ACCEPTANCE', ['ACCEPTED', 'EXPIRED'], 'EXPIRED'],
    ['PENDING_CANCEL', ['PENDING_CANCEL', 'CANCELLED'], 'PENDING_CANCEL'],
    ['PENDING_CANCEL', ['CANCELLED', 'CANCELLED'], 'CANCELLED'],
    ['PENDING_CANCEL', ['CANCELLED', 'CREATE_FAILED'], 'CANCELLED'],
    ['PENDING_CANCEL', ['CREATE_FAILED', 'DRAFT'], 'CANCELLED'],
    ['PENDING_CANCEL', ['CANCELLED', 'CANCEL_FAILED'], 'CANCEL_FAILED'],
    ['PENDING_CANCEL', ['PENDING_CREATE', 'CANCELLED'], 'CANCEL_FAILED'],
    ['CANCEL_FAILED', ['PENDING_CANCEL', 'CANCELLED'], 'PENDING_CANCEL'],
    ['PENDING_CANCEL', ['ACCEPTED', 'ACCEPTED'], 'ACCEPTED'],
    ['CANCELLED', ['ACCEPTED', 'ACCEPTED'], 'ACCEPTED'],
    ['EXPIRED', ['ACCEPTED', 'ACCEPTED'], 'ACCEPTED'],
    ['PENDING_CREATE', ['RESTRICTED'], 'CANCELLED'],
  ])('%s with %j is %s', (current, offers, state) => {
    expect(stateOf(current, offers)).toBe(state);
    expect(current === state || offerSetObservations[current]?.includes(state)).toBe(true);
  });

  test('a published or ended set does not become a draft again', () => {
    for (const moves of [offerSetCommands, offerSetObservations])
      expect(Object.values(moves).flat()).not.toContain('DRAFT');
  });
});

describe('changes of the state of an offer set', () => {
  const offerStates = [
    ...new Set(
      [offerCommands, offerObservations].flatMap((moves) => [
        ...(Object.keys(moves) as OfferStatus[]),
        ...Object.values(moves).flat(),
      ]),
    ),
  ];
  const pairs = (states: readonly OfferStatus[]) =>
    states.flatMap((one) => states.map((other) => [one, other] as const));
  const setsThatMayBecome = (to: OfferSetStatus) =>
    (Object.keys(offerSetCommands) as OfferSetStatus[]).filter((from) =>
      isMoveAllowed(offerSetCommands, from, to),
    );

  test('a set can be cancelled in every combination of offer states', () => {
    const afterwards = (state: OfferStatus): OfferStatus =>
      isMoveAllowed(offerCommands, state, 'PENDING_CANCEL') ? 'PENDING_CANCEL' : state;
    for (const status of setsThatMayBecome('PENDING_CANCEL'))
      for (const offers of pairs(offerStates))
        expect(() =>
          requireOfferSetMove({ id: 'ofs_1', status }, stateOf('PENDING_CANCEL', offers.map(afterwards))),
        ).not.toThrow();
  });

  test('a set can be published after some of its offers were published individually', () => {
    const afterwards = (state: OfferStatus): OfferStatus =>
      unpublished.includes(state) ? 'PENDING_CREATE' : state;
    for (const status of setsThatMayBecome('PENDING_CREATE'))
      for (const offers of pairs([...unpublished, ...unchangedInSet]))
        expect(() =>
          requireOfferSetMove({ id: 'ofs_1', status }, stateOf('PENDING_CREATE', offers.map(afterwards))),
        ).not.toThrow();
  });

  test.each<[from: OfferSetStatus, to: OfferSetStatus]>([
    ['DRAFT', 'CANCELLED'],
    ['PENDING_CREATE', 'PENDING_CANCEL'],
    ['ACCEPTED', 'DELETED'],
    ['REJECTED', 'ACCEPTED'],
  ])('a change from %s to %s is rejected', (status, to) => {
    expect(() => requireOfferSetMove({ id: 'ofs_1', status }, to)).toThrow(
      `no table of transitions has ${status} to ${to}, which ofs_1 attempted`,
    );
  });

  test('an invalid change is rejected before anything is stored', async () => {
    const set = { id: 'ofs_1', status: 'ACCEPTED' } as OfferSetRow;
    await expect(changeOfferSet({} as OrgTransaction, set, 'DELETE', { status: 'DELETED' })).rejects.toThrow(
      'no table of transitions has ACCEPTED to DELETED',
    );
  });
});
