import type { z } from 'zod';
import {
  byDefault,
  closedEnum,
  date,
  idText,
  nullable,
  record,
  time,
  upperCaseEnum,
} from '../../platform/records/fields.ts';
import { share } from '../fields.ts';

export const AttributionKind = upperCaseEnum(
  'AttributionKind',
  'SOURCED: the channel partner brought the buyer. INFLUENCED: it contributed. RESOLD: it resells and earns its own ' +
    'margin, so its share is 0.',
  ['SOURCED', 'RESOLD', 'INFLUENCED'],
);
export type AttributionKind = z.infer<typeof AttributionKind>;

export const AttributionBasis = closedEnum(
  'AttributionBasis',
  'Reason of the attribution: set by a member or client (MANUAL), a deal registration that the sale won, or a marketplace ' +
    'account of the channel partner that resells the offer.',
  ['MANUAL', 'DEAL_REGISTRATION', 'ACCOUNT'],
);
export type AttributionBasis = z.infer<typeof AttributionBasis>;

const common = {
  basis: AttributionBasis,
  channelPartnerId: idText('The channel partner; required.'),
  creationTime: time('When the attribution was created.'),
  dealRegistrationId: idText('The deal registration that the sale won, if that is the basis.'),
  id: idText('Identifier.'),
  kind: byDefault(AttributionKind, 'SOURCED'),
  organizationID: idText('Organization.'),
  share: share('Share of the channel partner; the shares of one offer add up to at most 100. Required.'),
};

export const OfferAttribution = record('OfferAttribution', 'Attribution of an offer to a channel partner.', {
  ...common,
  createdBy: idText('Member or client that set the attribution.'),
  lastUpdateTime: time('When the attribution last changed.'),
  offerID: idText('The offer.'),
});
export type OfferAttribution = z.infer<typeof OfferAttribution>;

export const EntitlementAttribution = record(
  'EntitlementAttribution',
  'Attribution of an entitlement to a channel partner, as its offer was attributed when it was accepted.',
  {
    ...common,
    endDate: nullable(
      date('First day of revenue that is not attributed; null while the attribution continues.'),
    ),
    entitlementID: idText('The entitlement.'),
    offerID: idText('The accepted offer; absent for purchases without an offer.'),
    startDate: nullable(date('First day of attributed revenue; null means from the beginning.')),
  },
);
