import { isDeepStrictEqual } from 'node:util';
import { isMarketplace, type JsonObject } from '../marketplaces/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { recordEvents } from '../platform/events/record-event.ts';
import { withoutLostApproval } from './approval.ts';
import { type OfferColumns, type OfferRow, offerColumnList, offerEvents } from './columns.ts';
import { insertOfferRow, type NewOffer } from './creation-store.ts';
import { cancelsSource, lastMoment, letSetFollow, scheduleExpiry, scheduleReconciliation } from './jobs.ts';
import { noticesOf } from './notify.ts';
import type { OfferStatus } from './records.ts';
import { reconciledByItsJob, requireOfferMove } from './states.ts';
import { type CountedOffer, findOffer, mergeIntoOffer, type OfferChanges, replaceOffer } from './store.ts';

/** Stores a new offer and its event. */
export async function insertOffer(scope: OrgTransaction, offer: NewOffer): Promise<OfferRow> {
  scope.send(insertOfferRow(scope, offer));
  const row = (await findOffer(scope, offer.id)) as OfferRow;
  scope.send(offerEvents.record(scope, 'CREATE', { ...row, sequence: 1 }));
  return row;
}

/** Stores the changes of an offer that the transaction has locked, and the event. */
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
 * Stores a caller's change of an offer, and its event. The caller sends `info` and `metaInfo` complete. Only
 * the entries that differ are written, so that amounts of a marketplace keep every digit. The approval is
 * removed when the terms change.
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
 * Records the event of a change and enqueues the jobs that follow from the change: the expiry, the next
 * reconciliation, the cancellation of a copy's source and the update of the offer's set.
 */
async function recordChange(
  scope: OrgTransaction,
  before: OfferRow,
  row: CountedOffer | undefined,
  event: { id: string; action: string },
): Promise<CountedOffer> {
  if (!row) throw new Error(`offer ${before.id} does not exist`);
  scope.send(offerEvents.record(scope, event.action, row, before, { id: event.id }));
  const moved = row.status !== before.status || lastMoment(row) !== lastMoment(before);
  const expiry = moved ? scheduleExpiry(scope, row) : undefined;
  if (expiry) scope.send(expiry);
  const cancellation = cancelsSource(scope, before, row);
  if (cancellation) scope.send(cancellation);
  if (row.status === before.status) return row;
  // The two queries are sent in one round trip, before the writes.
  await Promise.all([
    reconciledByItsJob.includes(row.status) ? undefined : scheduleReconciliation(scope, row),
    isMarketplace(before.partner) ? letSetFollow(scope, before.id) : undefined,
  ]);
  return row;
}

export type MemberChange = {
  offer: OfferRow;
  status?: OfferStatus;
  expireTime?: string | null;
  /** Entries that are merged into the stored map. */
  info?: object;
  metaInfo?: object;
};

/** Fields of `info` and `metaInfo` to remove. */
type RemovedFields = { info?: readonly string[]; metaInfo?: readonly string[] };

/** Stores the changes of locked offers in one statement, with an event for each offer. */
export async function changeMembers(
  scope: OrgTransaction,
  action: string,
  changes: readonly MemberChange[],
  removed: RemovedFields = {},
): Promise<OfferRow[]> {
  if (changes.length === 0) return [];
  for (const { offer, status } of changes) requireOfferMove(offer, status, action);
  const rows = await scope.query<CountedOffer>({
    name: 'change_offers_of_set',
    text: `UPDATE offer o SET status = coalesce(c.status, o.status),
             expire_time = coalesce(c.expire_time::timestamptz, o.expire_time),
             info = (o.info || c.info::jsonb) - $7::text[], meta_info = (o.meta_info || c.meta_info::jsonb) - $8::text[],
             last_update_time = $9, last_updated_by = $10, sequence = o.sequence + 1
           FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
             AS c (id, status, expire_time, info, meta_info)
           WHERE o.organization_id = $1 AND o.id = c.id RETURNING ${offerColumnList}, o.sequence`,
    values: [
      scope.organizationId,
      changes.map(({ offer }) => offer.id),
      changes.map(({ status }) => status ?? null),
      changes.map(({ expireTime }) => expireTime ?? null),
      changes.map(({ info }) => JSON.stringify(info ?? {})),
      changes.map(({ metaInfo }) => JSON.stringify(metaInfo ?? {})),
      removed.info ?? [],
      removed.metaInfo ?? [],
      scope.now,
      scope.actor.id,
    ],
  });
  const before = changes.map(({ offer }) => offer);
  const facts = offerEvents.facts(action, rows, before);
  await scope.query(recordEvents(scope, facts));
  return rows;
}
