import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { entitlementErrors } from '../../entitlements/index.ts';
import { accepted, lockOffer, offerErrors, selectOffer } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { lockChannelPartnerForReference } from '../channel-partners/index.ts';
import { partnerErrors } from '../errors.ts';
import { findingsOfShare } from '../fields.ts';
import { EntitlementAttribution, OfferAttribution } from './records.ts';
import {
  encodeEntitlementAttribution,
  encodeOfferAttribution,
  entitlementAttributionColumns,
  findAttributions,
  type OfferAttributionRow,
  offerAttributionColumns,
  removeAttribution,
  writeAttribution,
} from './store.ts';

/**
 * Locks an offer whose attribution may still change.
 * @throws 404 for an unknown offer; 409 after its acceptance
 */
async function lockUnaccepted(scope: OrgTransaction, offerId: string): Promise<void> {
  const offer = await lockOffer(scope, offerId);
  if (!offer || offer.status === 'DELETED') throw offerErrors.offer_not_found();
  if (accepted.includes(offer.status)) throw partnerErrors.attribution_frozen();
}

/**
 * Attributes an offer to a channel partner, by a caller. Automatic attributions are removed.
 * @throws 400 for invalid fields, 404 for an unknown record, 409 after the acceptance or for shares above 100 percent
 */
async function setAttribution(
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
  if (sum.gt(100)) throw partnerErrors.attribution_above_all(`The shares add up to ${sum.toFixed()} %.`);
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

/**
 * Deletes an attribution.
 * @throws 404 for an unknown attribution; 409 after the offer is accepted
 */
async function dropAttribution(
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

const group = 'Partner Relationship Management';
const ofOffer = '/org/{orgId}/offer/{offerId}/attribution';
const noOffer = offerErrors.offer_not_found.definition;
const frozen = partnerErrors.attribution_frozen.definition;

/** The routes of attributions of sales to channel partners. */
export const attributionRoutes = () => [
  listUnderRoute({
    path: ofOffer,
    operationId: 'listOfferAttributions',
    group,
    summary: 'List the attributions of an offer',
    access: 'channelPartners:read',
    query: z.object(pageParameters()),
    response: z.array(OfferAttribution),
    responseDescription: 'The attributions',
    parent: {
      select: (scope, { offerId }) => selectOffer(scope, offerId),
      missing: offerErrors.offer_not_found,
    },
    list: (_, { params }) => ({
      table: 'offer_attribution',
      columns: offerAttributionColumns,
      filters: { offer_id: params.offerId },
      encode: encodeOfferAttribution,
    }),
  }),
  route({
    method: 'POST',
    path: ofOffer,
    operationId: 'setOfferAttribution',
    group,
    summary: 'Attribute an offer to a channel partner',
    description:
      'An offer has one attribution for each channel partner; a second call changes it. An attribution ' +
      'that a caller sets replaces automatic attributions, which follow a won deal registration or the ' +
      'accounts that resell the offer. Shares add up to at most 100. Attributions cannot change after the ' +
      'offer is accepted.',
    access: 'channelPartners:write',
    body: OfferAttribution,
    serverSetFields: [
      'id',
      'organizationID',
      'offerID',
      'basis',
      'dealRegistrationId',
      'createdBy',
      'creationTime',
      'lastUpdateTime',
    ],
    example: { channelPartnerId: 'chp_01m7z53qrwf3raysksbfq2fp2q', kind: 'SOURCED', share: 15 },
    response: OfferAttribution,
    responseDescription: 'The attribution',
    errors: [
      noOffer,
      frozen,
      partnerErrors.attribution_above_all.definition,
      partnerErrors.channel_partner_not_found.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeOfferAttribution(await setAttribution(scope, params.offerId, body))),
      }),
    },
  }),
  route({
    method: 'DELETE',
    path: `${ofOffer}/{channelPartnerId}`,
    operationId: 'deleteOfferAttribution',
    group,
    summary: 'Delete the attribution of an offer to a channel partner',
    access: 'channelPartners:write',
    response: z.string(),
    responseDescription: 'The id of the channel partner',
    errors: [noOffer, frozen, partnerErrors.attribution_not_found.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await dropAttribution(scope, params.offerId, params.channelPartnerId);
        return { body: params.channelPartnerId };
      },
    },
  }),
  listUnderRoute({
    path: '/org/{orgId}/entitlement/{entitlementId}/attribution',
    operationId: 'listEntitlementAttributions',
    group,
    summary: 'List the attributions of an entitlement',
    description:
      'Each is copied from the offer when it is accepted. Attributions of earlier offers have an `endDate`.',
    access: 'channelPartners:read',
    query: z.object(pageParameters()),
    response: z.array(EntitlementAttribution),
    responseDescription: 'The attributions',
    parent: {
      select: (scope, { entitlementId }) => ({
        name: 'select_attributed_entitlement',
        text: `SELECT e.id FROM entitlement e
               WHERE e.organization_id = $1 AND e.id = $2 AND e.status <> 'DELETED'`,
        values: [scope.organizationId, entitlementId],
      }),
      missing: entitlementErrors.entitlement_not_found,
    },
    list: (_, { params }) => ({
      table: 'entitlement_attribution',
      columns: entitlementAttributionColumns,
      filters: { entitlement_id: params.entitlementId },
      encode: encodeEntitlementAttribution,
    }),
  }),
];
