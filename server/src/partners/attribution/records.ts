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
  'SOURCED: the channel partner brought the buyer. INFLUENCED: it helped. RESOLD: it sells on, and earns a margin of its ' +
    'own: nothing is owed for it.',
  ['SOURCED', 'RESOLD', 'INFLUENCED'],
);
export type AttributionKind = z.infer<typeof AttributionKind>;

export const AttributionBasis = closedEnum(
  'AttributionBasis',
  'Why a sale is due to a channel partner: somebody said so, a deal registration was won by it, or an account of the ' +
    'channel partner’s sells it.',
  ['MANUAL', 'DEAL_REGISTRATION', 'ACCOUNT'],
);
export type AttributionBasis = z.infer<typeof AttributionBasis>;

const common = {
  basis: AttributionBasis,
  channelPartnerId: idText('The channel partner; required.'),
  creationTime: time('When it was made.'),
  dealRegistrationId: idText('The deal registration that was won, where that is why.'),
  id: idText('Identifier.'),
  kind: byDefault(AttributionKind, 'SOURCED'),
  organizationID: idText('Organization.'),
  share: share('What the channel partner has of it; those of one offer come to 100 at most. Required.'),
};

export const OfferAttribution = record('OfferAttribution', 'A channel partner to which an offer is due.', {
  ...common,
  createdBy: idText('Who said so.'),
  lastUpdateTime: time('When it last changed.'),
  offerID: idText('The offer.'),
});
export type OfferAttribution = z.infer<typeof OfferAttribution>;

export const EntitlementAttribution = record(
  'EntitlementAttribution',
  'A channel partner to which an entitlement is due, as its offer was when it was accepted.',
  {
    ...common,
    endDate: nullable(date('The first day of revenue that is not; null while it goes on.')),
    entitlementID: idText('The entitlement.'),
    offerID: idText('The offer that was accepted; absent of what was bought without one.'),
    startDate: nullable(date('The first day of revenue; null: from the beginning.')),
  },
);
