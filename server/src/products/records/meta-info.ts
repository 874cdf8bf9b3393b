import type { z } from 'zod';
import { MkAProductDimension, RenewalOfferType } from '../../marketplaces/records/index.ts';
import { LastModifiedBy, NotificationEvent } from '../../notifications/records/index.ts';
import {
  codeText,
  decimal,
  fieldOf,
  flag,
  freeRecord,
  givenTime,
  idText,
  integer,
  key,
  list,
  longest,
  mailText,
  map,
  mapOf,
  nameText,
  noteText,
  nullable,
  openEnum,
  percent,
  record,
  shortText,
  text,
  texts,
  time,
  urlText,
} from '../../platform/records/fields.ts';

export const Contact = record('Contact', 'Person who is notified of changes.', {
  company: nameText('Company of the person.'),
  email: mailText('E-mail address.'),
  name: nameText('Name of the person.'),
});

export const approvalStatuses = ['Submitted', 'Approved', 'Declined', 'Action Required'] as const;

export const ApprovalInfo = record('ApprovalInfo', 'Approval within the organization.', {
  approvalStatus: openEnum('State of the approval.', approvalStatuses),
  decisionDate: nullable(time('When the request was decided; null until then.')),
  message: text('Message of the request or of the decision.'),
  requestDate: time('When approval was requested.'),
});
export type ApprovalInfo = z.infer<typeof ApprovalInfo>;

export const CancellationSchedule = record(
  'CancellationSchedule',
  'Scheduled cancellation of an entitlement.',
  {
    cancelDate: time('Day of the cancellation, for type SpecificDate.'),
    creationDate: time('When the cancellation was scheduled.'),
    note: shortText('Reason.', 500),
    type: openEnum('Rule for the day of the cancellation.', ['EndOfTerm', 'Immediate', 'SpecificDate']),
  },
);
export type CancellationSchedule = z.infer<typeof CancellationSchedule>;

export const OriginalEulaInfo = freeRecord(
  'OriginalEulaInfo',
  'License agreement before several documents were merged.',
);

export const WorkloadMetaInfo = record(
  'WorkloadMetaInfo',
  'Fields of products, offers and entitlements beside their terms: links, notes, tasks and their outcome.',
  {
    approvalInfo: fieldOf(ApprovalInfo, 'Approval inside the organization.'),
    baseAgreementId: idText('Agreement on which an agreement-based offer is based; marketplace A.'),
    billASubscriptionID: idText('Subscription in invoicing system A.'),
    billBAppliedCreditLedgerEntries: mapOf(
      decimal('Amount applied.'),
      'Credit of billing system B that was already applied, by ledger entry; prevents applying it twice.',
    ),
    buyerCommitQuantities: mapOf(
      integer('Quantity chosen.'),
      'Quantities that the buyer chose when accepting, by key of the commit; they stay on the offer.',
    ),
    buyerIds: list(key('A buyer.'), 'Buyers of the private offer.'),
    contacts: list(Contact, 'People who are notified of changes.'),
    cppoInOfferId: idText('Offer by which the reseller receives the right to resell.'),
    cppoOfferId: idText('Offer of the reseller to the buyer.'),
    cppoOutOfferId: idText('Offer by which the vendor grants the right to resell.'),
    createRetryAttempts: integer('Retries of the creation so far; set by the service, marketplace C.'),
    createdByEmail: mailText('E-mail address of the creator; never changes.'),
    createdBySource: openEnum('How the record was created.'),
    crmAAccountId: key('Account in CRM A.'),
    crmAEntitlementURL: urlText('Address of the entitlement in CRM A.'),
    crmAOpportunityId: key('Opportunity in CRM A.'),
    crmAQuoteId: key('Quote in CRM A.'),
    crmBDealId: key('Deal in CRM B.'),
    crmCOpportunityId: key('Opportunity in CRM C; kept in lower case and without braces.'),
    customMetaInfo: map('Seller’s own data.'),
    discount: nullable(
      percent(
        'Percent off list prices, 0 to 100 except in drafts; null unless on marketplace A. When list prices change, ' +
          'prices of an unpublished offer follow; a published offer keeps its prices and gets a warning.',
      ),
    ),
    enableTestUsageMetering: flag(
      'Whether the service reports test usage each hour while the entitlement is active: one unit of each ' +
        'dimension, settled, reported and billed like real usage.',
    ),
    entitlementCancellationSchedule: fieldOf(CancellationSchedule, 'Scheduled cancellation.'),
    errorMessages: texts('Errors of failed tasks, as reported.'),
    internalNote: noteText('Seller’s note, hidden from the buyer.', 1000),
    isAgreementBasedOffer: flag('Whether the offer is based on an agreement; marketplace A.'),
    isGrossRevenueFullSync: flag('Whether the revenue feed was read in full; setting false reads it again.'),
    isMkBUpgradeOffer: flag('Whether the offer upgrades another offer; marketplace B.'),
    isRenewalOffer: flag(
      'Whether the offer renews an agreement; the marketplace may audit and revoke that; marketplace A.',
    ),
    isReplacementOffer: flag('Whether the offer replaces another offer; marketplace C.'),
    lastModifiedBy: fieldOf(LastModifiedBy, 'Author of the last change.'),
    mkACrmUniqueIdentifier: idText('Linked co-sell opportunity of marketplace A.'),
    mkASaasProductDimensions: list(
      MkAProductDimension,
      'Prices given when the product was created; marketplace A.',
    ),
    mkBBillingAccountID: idText('Billing account of the buyer on marketplace B; read from the marketplace.'),
    mkBOriginalOfferIDForUpgrade: idText('Offer that is upgraded; marketplace B.'),
    mkCBillingAccountID: idText('Billing account of the buyer on marketplace C; read from the marketplace.'),
    nextCreateRetryAt: time(
      'Approximate time of the next creation attempt; only while the offer is being created.',
    ),
    notifications: list(NotificationEvent, 'Notifications about the offer.'),
    offerAcceptDate: time('When the buyer accepted.'),
    offerCreationSuccessDate: time('When the marketplace had created the offer.'),
    originalEulaInfo: fieldOf(OriginalEulaInfo, 'License agreement before several documents were merged.'),
    prettifiedErrorMessages: texts('Human-readable errors of failed tasks.'),
    privatePlans: map('CRM data of private plans, by name of the plan; products only.'),
    renewalOfferType: fieldOf(RenewalOfferType, 'Where the renewed agreement was made.'),
    replacedOfferEndTime: givenTime(
      'When the terms of this offer replace those of the replaced offer, at the latest at the end of its ' +
        'agreement; immediately when absent or in the past; marketplace C.',
    ),
    replacedOfferPaymentRecurrence: codeText('Payment frequency of the replaced offer; marketplace C.'),
    replacedOfferResourceName: idText(
      'Accepted offer whose agreement continues under this offer: ' +
        'projects/{projectNumber}/services/{serviceName}/privateOffers/{privateOfferId}; an offer of this ' +
        'organization or an offer that only the marketplace has.',
    ),
    replacedResellerPrivateOfferPlan: idText(
      'Replaced plan for resellers: resellerPrivateOfferPlans/{planId}; only the format is checked.',
    ),
    resellerIds: texts('Resellers of a resold offer.', longest.id),
    sourceOfferCancelAfterPublishAt: time('Last attempt to cancel the source offer.'),
    sourceOfferCancelAfterPublishError: text('Reason why the source offer was not cancelled.'),
    sourceOfferCancelAfterPublishStatus: openEnum(
      'Status of cancelling the source offer; empty before the first attempt.',
      ['PENDING', 'SENT', 'SKIPPED', 'FAILED'],
    ),
    sourceOfferIdToCancelAfterPublish: idText(
      'Offer to cancel once this copy of it is pending acceptance; marketplace C.',
    ),
    testUsageMeteringEndTime: time(
      'End of test usage; required when test usage is switched on. A date without a time excludes that day: it ' +
        'means midnight in UTC.',
    ),
    updateMessage: text('Text of the notification of a change.'),
    warningMessages: texts('Corrections by the service and other warnings.'),
  },
);
export type WorkloadMetaInfo = z.infer<typeof WorkloadMetaInfo>;
