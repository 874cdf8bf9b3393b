import { Decimal } from 'decimal.js';
import { accepted, lockOffer, offerErrors } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { lockChannelPartnerForReference } from '../channel-partners/index.ts';
import { partnerErrors } from '../errors.ts';
import { findingsOfShare } from '../fields.ts';
import type { OfferAttributionRow } from './columns.ts';
import type { OfferAttribution } from './records.ts';
import { findAttributions, removeAttribution, writeAttribution } from './store.ts';

/** Locks an offer whose attribution may still be changed. @throws 404, 409 once it was accepted */
async function lockUnaccepted(scope: OrgTransaction, offerId: string): Promise<void> {
  const offer = await lockOffer(scope, offerId);
  if (!offer || offer.status === 'DELETED') throw offerErrors.offer_not_found();
  if (accepted.includes(offer.status)) throw partnerErrors.attribution_frozen();
}

/**
 * Says that an offer is due to a channel partner. What was found by itself gives way: of the two, what somebody says counts.
 * @throws 400, 404, 409
 */
export async function setAttribution(
  scope: OrgTransaction,
  offerId: string,
  { channelPartnerId, kind = 'SOURCED', share }: OfferAttribution,
): Promise<OfferAttributionRow> {
  const findings = [
    ...(channelPartnerId ? [] : [{ pointer: '/channelPartnerId', message: 'is required' }]),
    ...findingsOfShare(share),
  ];
  if (!channelPartnerId || share === undefined || findings.length > 0) throw invalid(findings);
  await lockUnaccepted(scope, offerId);
  await lockChannelPartnerForReference(scope, channelPartnerId);
  const rows = await findAttributions(scope, offerId);
  const others = rows.filter((row) => row.channel_partner_id !== channelPartnerId);
  const byHand = others.filter(({ basis }) => basis === 'MANUAL');
  const sum = byHand.reduce((total, row) => total.plus(row.share), new Decimal(share));
  if (sum.gt(100))
    throw partnerErrors.attribution_above_all(`Together they would come to ${sum.toFixed()} %.`);
  for (const row of others) if (!byHand.includes(row)) await removeAttribution(scope, row);
  const before = rows.find((row) => !others.includes(row));
  return writeAttribution(scope, offerId, before, {
    channel_partner_id: channelPartnerId,
    kind,
    share: new Decimal(share).toFixed(),
    basis: 'MANUAL',
    deal_registration_id: null,
  });
}

/** Takes an attribution away. @throws 404, 409 once the offer was accepted */
export async function dropAttribution(
  scope: OrgTransaction,
  offerId: string,
  channelPartnerId: string,
): Promise<void> {
  await lockUnaccepted(scope, offerId);
  const row = (await findAttributions(scope, offerId)).find(
    ({ channel_partner_id: id }) => id === channelPartnerId,
  );
  if (!row) throw partnerErrors.attribution_not_found();
  await removeAttribution(scope, row);
}
