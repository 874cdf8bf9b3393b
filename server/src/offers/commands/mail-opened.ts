import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Row } from '../../platform/database/statement.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { encodeOffer } from '../columns.ts';
import { countOfferEvent } from '../store.ts';

/** Records that a mail about an offer was opened: a fact that changes nothing of the offer. */
export async function recordMailOpened(scope: OrgTransaction, offerId: string): Promise<void> {
  const offer = await countOfferEvent(scope, offerId);
  if (!offer) return;
  await scope.query(
    recordEvent(scope, {
      entityType: 'OFFER',
      entityId: offerId,
      sequence: offer.sequence,
      action: 'OPEN_EMAIL',
      payload: encodeOffer(offer as Row),
      audited: false,
    }),
  );
}
