import { isDeepStrictEqual } from 'node:util';
import { isMarketplace, type JsonObject } from '../../marketplaces/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type OfferColumns, type OfferRow, offerEvents } from '../columns.ts';
import { insertOfferRow, type NewOffer } from '../creation-store.ts';
import { reconciledByItsJob, requireOfferMove } from '../states.ts';
import { type CountedOffer, findOffer, mergeIntoOffer, type OfferChanges, replaceOffer } from '../store.ts';
import { withoutLostApproval } from './approval-terms.ts';
import { lastMoment, scheduleExpiry } from './expiry.ts';
import { letSetFollow } from './follow-set.ts';
import { noticesOf } from './notices.ts';
import { scheduleReconciliation } from './reconciliation.ts';
import { cancelsSource } from './source-job.ts';

/** Writes a new offer and its event. */
export async function insertOffer(scope: OrgTransaction, offer: NewOffer): Promise<OfferRow> {
  scope.send(insertOfferRow(scope, offer));
  const row = (await findOffer(scope, offer.id)) as OfferRow;
  scope.send(offerEvents.record(scope, 'CREATE', { ...row, sequence: 1 }));
  return row;
}

/** Writes what changed of an offer that the transaction has locked, and the event of the change. */
export async function changeOffer(
  scope: OrgTransaction,
  offer: OfferRow,
  action: string,
  change: OfferChanges,
): Promise<OfferRow> {
  requireOfferMove(offer, change.status, action);
  const event = { id: scope.newId('evt'), action };
  const notices = noticesOf(
    scope,
    event,
    { status: offer.status, metaInfo: JSON.parse(offer.meta_info) },
    {
      ...offer,
      status: change.status ?? offer.status,
      contact_ids: change.contactIds ? [...change.contactIds] : offer.contact_ids,
    },
    { ...JSON.parse(offer.meta_info), ...change.metaInfo },
  );
  const metaInfo = { ...change.metaInfo, ...notices };
  const row = await mergeIntoOffer(scope, offer.id, { ...change, metaInfo });
  return recordChange(scope, offer, row, event);
}

/**
 * Writes a change of what a caller decides, and its event. Of `info` and `metaInfo`, given whole, only the entries
 * that differ are written: what a marketplace gave keeps every digit. An approval of other terms is lost.
 */
export async function saveOffer(
  scope: OrgTransaction,
  offer: OfferRow,
  action: string,
  change: { columns?: OfferColumns; info?: JsonObject; metaInfo?: JsonObject },
): Promise<CountedOffer> {
  requireOfferMove(offer, change.columns?.status, action);
  const columns = { ...offer, ...change.columns };
  const stored = { info: JSON.parse(offer.info), metaInfo: JSON.parse(offer.meta_info) };
  const next = withoutLostApproval(offer, { ...columns, ...stored, ...change });
  const info = difference(stored.info, change.info);
  const event = { id: scope.newId('evt'), action };
  const before = { status: offer.status, metaInfo: stored.metaInfo };
  const notices = noticesOf(scope, event, before, columns, next);
  const metaInfo = difference(stored.metaInfo, { ...next, ...notices });
  const row = await replaceOffer(scope, columns, { info, metaInfo });
  return recordChange(scope, offer, row, event);
}

function difference(stored: JsonObject, next: JsonObject = stored): { set: JsonObject; removed: string[] } {
  const set = Object.entries(next).filter(([name, value]) => !isDeepStrictEqual(value, stored[name]));
  return { set: Object.fromEntries(set), removed: Object.keys(stored).filter((name) => !(name in next)) };
}

/**
 * Records the event of a change and enqueues what follows from it: its expiry, its next reconciliation, the
 * cancellation of a copy's source, the update of its set.
 */
async function recordChange(
  scope: OrgTransaction,
  before: OfferRow,
  row: CountedOffer | undefined,
  event: { id: string; action: string },
): Promise<CountedOffer> {
  if (!row) throw new Error(`offer ${before.id} is not there`);
  scope.send(offerEvents.record(scope, event.action, row, before, { id: event.id }));
  const moved = row.status !== before.status || lastMoment(row) !== lastMoment(before);
  const expiry = moved ? scheduleExpiry(scope, row) : undefined;
  if (expiry) scope.send(expiry);
  const cancellation = cancelsSource(scope, before, row);
  if (cancellation) scope.send(cancellation);
  if (row.status === before.status) return row;
  // Both look, in one round trip, before they write.
  await Promise.all([
    reconciledByItsJob.includes(row.status) ? undefined : scheduleReconciliation(scope, row),
    isMarketplace(before.partner) ? letSetFollow(scope, before.id) : undefined,
  ]);
  return row;
}
