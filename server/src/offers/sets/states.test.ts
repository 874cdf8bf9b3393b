import { describe, expect, test } from 'vitest';
import type { OfferStatus } from '../states.ts';
import { type OfferSetStatus, offerSetCommands, offerSetObservations, stateOf } from './states.ts';

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

  test('a set that is published, or came to an end, is never a draft again', () => {
    for (const moves of [offerSetCommands, offerSetObservations])
      expect(Object.values(moves).flat()).not.toContain('DRAFT');
  });
});
