import type { z } from 'zod';
import { Partner } from '../../marketplaces/records/index.ts';
import { numberedPage } from '../../platform/filter/index.ts';
import {
  closedEnum,
  fieldOf,
  idText,
  list,
  longest,
  nameText,
  nullable,
  record,
  text,
  texts,
  time,
} from '../../platform/records/fields.ts';
import { WorkloadMetaInfo } from '../../products/records/index.ts';

export const OfferSetStatus = closedEnum('OfferSetStatus', 'Status of an offer set.', [
  'DRAFT',
  'PENDING_CREATE',
  'CREATE_FAILED',
  'PENDING_ACCEPTANCE',
  'PENDING_CANCEL',
  'CANCEL_FAILED',
  'CANCELLED',
  'ACCEPTED',
  'REJECTED',
  'EXPIRED',
  'DELETED',
]);
export type OfferSetStatus = z.infer<typeof OfferSetStatus>;

export const OfferSetInfo = record('OfferSetInfo', 'Common fields of the offers of a set.', {
  buyerMkAAccountIds: texts(
    'Accounts of the buyer on marketplace A, for offers that have no accounts of their own.',
    longest.id,
  ),
  buyerNotes: text('Notes to the buyer.'),
  mkASolutionID: idText('Solution on marketplace A that consists of the offers.'),
});

export const OfferSet = record('OfferSet', 'Offers to one buyer that are published and accepted together.', {
  buyerIDs: list(text('A buyer.'), 'Buyers of the offers: buyerID and metaInfo.buyerIds.'),
  createdBy: idText('Creator of the set.'),
  creationTime: time('Creation time.'),
  expireTime: nullable(time('Last moment of acceptance of all offers; null without a limit.')),
  externalID: idText('Identifier on the marketplace.'),
  id: idText('Identifier.'),
  info: fieldOf(OfferSetInfo, 'Common fields of the offers.'),
  lastUpdateTime: time('Time of the last change.'),
  lastUpdatedBy: idText('Author of the last change.'),
  metaInfo: fieldOf(WorkloadMetaInfo, 'Links and notes.'),
  name: nameText('Name of the set.'),
  offerIDs: list(text('An offer.'), 'The offers, in the order in which they were added.'),
  organizationID: idText('Organization of the seller.'),
  partner: fieldOf(Partner, 'Marketplace of the offers: MKA.'),
  status: fieldOf(OfferSetStatus, 'Status of the set.'),
});
export type OfferSet = z.infer<typeof OfferSet>;

export const OfferSetPage = numberedPage('OfferSetPage', 'A page of offer sets', OfferSet);
