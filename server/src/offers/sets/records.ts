import type { z } from 'zod';
import { Partner } from '../../marketplaces/records/index.ts';
import { numberedPage } from '../../platform/filter/index.ts';
import {
  closedEnum,
  idText,
  list,
  longest,
  nameText,
  nullable,
  of,
  record,
  text,
  texts,
  time,
} from '../../platform/records/fields.ts';
import { WorkloadMetaInfo } from '../../products/records/index.ts';

export const OfferSetStatus = closedEnum('OfferSetStatus', 'State of an offer set.', [
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

export const OfferSetInfo = record('OfferSetInfo', 'What the offers of a set have in common.', {
  buyerMkAAccountIds: texts(
    'Accounts of the buyer on marketplace A; for the offers that name none.',
    longest.id,
  ),
  buyerNotes: text('Notes to the buyer.'),
  mkASolutionID: idText('Solution on marketplace A that the offers make up.'),
});

export const OfferSet = record('OfferSet', 'Offers to one buyer that are published and accepted together.', {
  buyerIDs: list(
    text('A buyer.'),
    'Buyers that the offers are made to: their buyerID, and those of their metaInfo.buyerIds.',
  ),
  createdBy: idText('Who created it.'),
  creationTime: time('When it was created.'),
  expireTime: nullable(time('Last moment of acceptance, of all the offers; null without a limit.')),
  externalID: idText('Identifier on the marketplace.'),
  id: idText('Identifier.'),
  info: of(OfferSetInfo, 'What the offers have in common.'),
  lastUpdateTime: time('When it last changed.'),
  lastUpdatedBy: idText('Who changed it last.'),
  metaInfo: of(WorkloadMetaInfo, 'Links and notes.'),
  name: nameText('Name of the set.'),
  offerIDs: list(text('An offer.'), 'The offers, in the order in which they were added.'),
  organizationID: idText('Organization that offers.'),
  partner: of(Partner, 'Where the offers are sold: MKA.'),
  status: of(OfferSetStatus, 'State of the set.'),
});
export type OfferSet = z.infer<typeof OfferSet>;

export const OfferSetPage = numberedPage('OfferSetPage', 'A page of the offer sets', OfferSet);
