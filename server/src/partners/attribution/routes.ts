import { z } from 'zod';
import { entitlementErrors } from '../../entitlements/index.ts';
import { offerErrors, selectOffer } from '../../offers/index.ts';
import { RawJson, route } from '../../platform/http/route.ts';
import { listUnderRoute } from '../../platform/lists/list-under.ts';
import { pageParameters } from '../../platform/lists/pagination.ts';
import { partnerErrors } from '../errors.ts';
import {
  encodeEntitlementAttribution,
  encodeOfferAttribution,
  entitlementAttributionColumns,
  offerAttributionColumns,
} from './columns.ts';
import { EntitlementAttribution, OfferAttribution } from './records.ts';
import { dropAttribution, setAttribution } from './service.ts';

const group = 'ChannelPartner';
const ofOffer = '/org/{orgId}/offer/{offerId}/attribution';
const noOffer = offerErrors.offer_not_found.definition;
const frozen = partnerErrors.attribution_frozen.definition;

/** To which channel partners sales are due. */
export const attributionRoutes = () => [
  listUnderRoute({
    path: ofOffer,
    operationId: 'listOfferAttributions',
    group,
    summary: 'List the channel partners to which an offer is due',
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
    summary: 'Say that an offer is due to a channel partner',
    description:
      'Each channel partner has one attribution of an offer: a second call changes it. While somebody has said so, what is ' +
      'found by itself does not count: a deal registration that is won, and then the accounts that resell the offer. ' +
      'Shares come to 100 together at most. Once the offer was accepted nothing of it changes.',
    access: 'channelPartners:write',
    body: OfferAttribution,
    bodyRequired: true,
    ignored: [
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
    summary: 'Say that an offer is not due to a channel partner',
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
    summary: 'List the channel partners to which an entitlement is due',
    description:
      'As its offer was when it was accepted; those of offers by which it went before have an `endDate`.',
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
