import { describe, test } from 'vitest';
import { channelPartnerMoves } from '../src/partners/channel-partners/states.ts';
import { dealMoves } from '../src/partners/deals/states.ts';
import { expectGrid } from './state-grid.ts';

describe('every transition of channel partner records', () => {
  const ofPartners = ['PROSPECT', 'ACTIVE', 'SUSPENDED', 'TERMINATED', 'DELETED'];
  const ofDeals = [
    'DRAFT',
    'SUBMITTED',
    'ACTION_REQUIRED',
    'APPROVED',
    'REJECTED',
    'WON',
    'LOST',
    'EXPIRED',
    'WITHDRAWN',
  ];

  test('of a channel partner', () =>
    expectGrid(
      channelPartnerMoves,
      ofPartners,
      ofPartners,
      `
      PROSPECT    · x · x x
      ACTIVE      · · x x x
      SUSPENDED   · x · x x
      TERMINATED  · x · · x
      DELETED     · · · · ·`,
    ));

  test('of a deal registration', () =>
    expectGrid(
      dealMoves,
      ofDeals,
      ofDeals,
      `
      DRAFT            · x · · · · · · x
      SUBMITTED        · · x x x · · · x
      ACTION_REQUIRED  · x · · · · · · x
      APPROVED         · · · · · x x x x
      REJECTED         · · · · · · · · ·
      WON              · · · · · · · · ·
      LOST             · · · · · · · · ·
      EXPIRED          · · · · · · · · ·
      WITHDRAWN        · · · · · · · · ·`,
    ));
});
