import type { z } from 'zod';
import { Partner } from '../../marketplaces/records/index.ts';
import {
  codeText,
  fieldOf,
  idText,
  integer,
  openEnum,
  record,
  shortText,
  text,
  texts,
  time,
} from '../../platform/records/fields.ts';
import { requestStatuses } from './states.ts';

export const EntitlementRequest = record(
  'EntitlementRequest',
  'A change of the plan or the quantity that the buyer requested at a marketplace, with the seller’s answer.',
  {
    answerTime: time('When the request was answered.'),
    answeredBy: idText('Member or API client that answered.'),
    answeredThrough: openEnum(
      'How the request was answered. MARKETPLACE: in the marketplace’s portal, or by silence.',
      ['SELLER', 'SETTING', 'MARKETPLACE'],
    ),
    buyerID: idText('Buyer of the entitlement.'),
    creationTime: time('When the buyer made the request, or when it was first read.'),
    entitlementID: idText('Entitlement that the buyer wants to change.'),
    errorMessages: texts('The marketplace’s reasons for refusing the last answer.'),
    externalID: idText('Identifier of the request at the marketplace.'),
    id: idText('Identifier.'),
    lastUpdateTime: time('Time of the last change.'),
    organizationID: idText('Organization of the seller.'),
    partner: fieldOf(Partner, 'Marketplace of the request.'),
    planID: codeText('Requested plan.'),
    prettifiedErrorMessages: texts('The reasons for refusing the last answer, with the next step.'),
    quantity: integer('Requested number of units.'),
    reason: text('Reason of the rejection, shown to the buyer if the marketplace shows it.'),
    status: openEnum(
      'State of the request. ACCEPTING, REJECTING: the answer is on its way to the marketplace. LAPSED: withdrawn by the ' +
        'buyer, or ended without effect.',
      requestStatuses,
    ),
    type: openEnum(
      'What the buyer wants to change. A REINSTATE, after the payment of a suspended purchase, is always accepted.',
      ['CHANGE_PLAN', 'CHANGE_QUANTITY', 'REINSTATE'],
    ),
  },
);

export const AnswerRequestParams = record('AnswerRequestParams', 'Answer to a request of a buyer.', {
  reason: shortText('Reason of a rejection, for the buyer.', 2000),
});
export type AnswerRequestParams = z.infer<typeof AnswerRequestParams>;

/** An example for the API description. */
export const requestExample = {
  id: 'erq_01m7z53qrwf3raysksbfq2fp2q',
  organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
  entitlementID: 'ent_01m7z53tktffyb85rg1ffx9tnv',
  buyerID: 'buy_01m7z53tktffyb85rg1h1b7ncq',
  partner: 'MKC',
  externalID: 'request-17',
  type: 'CHANGE_PLAN',
  planID: 'gold',
  status: 'PENDING',
  creationTime: '2026-11-21T10:00:00.000Z',
  lastUpdateTime: '2026-11-21T10:00:01.000Z',
};
