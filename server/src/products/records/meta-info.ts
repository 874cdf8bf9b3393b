import type { z } from 'zod';
import { MkAProductDimension, RenewalOfferType } from '../../marketplaces/records/index.ts';
import { LastModifiedBy, NotificationEvent } from '../../notifications/records/index.ts';
import {
  codeText,
  decimal,
  flag,
  freeRecord,
  givenTime,
  idText,
  key,
  list,
  longest,
  mailText,
  map,
  mapOf,
  nameText,
  noteText,
  nullable,
  of,
  openEnum,
  percent,
  record,
  shortText,
  text,
  texts,
  time,
  urlText,
  whole,
} from '../../platform/records/fields.ts';

export const Contact = record('Contact', 'A person who is notified of changes.', {
  company: nameText('Company of the person.'),
  email: mailText('E-mail address.'),
  name: nameText('Name of the person.'),
});

export const approvalStatuses = ['Submitted', 'Approved', 'Declined', 'Action Required'] as const;

export const ApprovalInfo = record('ApprovalInfo', 'Whether somebody in the organization approved it.', {
  approvalStatus: openEnum('State of the approval.', approvalStatuses),
  decisionDate: nullable(time('When it was decided; null until then.')),
  message: text('What was written with the request, or with the decision.'),
  requestDate: time('When approval was asked for.'),
});
export type ApprovalInfo = z.infer<typeof ApprovalInfo>;

export const CancellationSchedule = record(
  'CancellationSchedule',
  'When an entitlement is to be cancelled.',
  {
    cancelDate: time('Day of the cancellation, for type SpecificDate.'),
    creationDate: time('When it was scheduled.'),
    note: shortText('Reason.', 500),
    type: openEnum('What decides the day.', ['EndOfTerm', 'Immediate', 'SpecificDate']),
  },
);
export type CancellationSchedule = z.infer<typeof CancellationSchedule>;

export const OriginalEulaInfo = freeRecord(
  'OriginalEulaInfo',
  'The license agreement before several were merged.',
);

export const WorkloadMetaInfo = record(
  'WorkloadMetaInfo',
  'What products, offers and entitlements carry beside their terms: links, notes, tasks and their outcome.',
  {
    approvalInfo: of(ApprovalInfo, 'Approval inside the organization.'),
    baseAgreementId: idText('Agreement that an agreement-based offer builds on; marketplace A.'),
    billASubscriptionID: idText('Subscription in invoicing system A.'),
    billBAppliedCreditLedgerEntries: mapOf(
      decimal('Amount applied.'),
      'Amounts of credit system B already applied, by ledger entry, lest they be applied twice.',
    ),
    buyerCommitQuantities: mapOf(
      whole('Quantity chosen.'),
      'Quantities that the buyer chose when accepting, by key of the commit; they stay on the offer.',
    ),
    buyerIds: list(key('A buyer.'), 'Buyers of the private offer.'),
    contacts: list(Contact, 'People who are notified of changes.'),
    cppoInOfferId: idText('Offer by which the reseller receives the right to resell.'),
    cppoOfferId: idText('Offer of the reseller to the buyer.'),
    cppoOutOfferId: idText('Offer by which the vendor grants the right to resell.'),
    createRetryAttempts: whole('Retries of the creation so far; kept by the service, marketplace C.'),
    createdByEmail: mailText('E-mail address of the creator; never changes.'),
    createdBySource: openEnum('Through what it was created.'),
    crmAAccountId: key('Account in CRM A.'),
    crmAEntitlementURL: urlText('Address of the entitlement in CRM A.'),
    crmAOpportunityId: key('Opportunity in CRM A.'),
    crmAQuoteId: key('Quote in CRM A.'),
    crmBDealId: key('Deal in CRM B.'),
    crmCOpportunityId: key('Opportunity in CRM C; kept in lower case and without braces.'),
    customMetaInfo: map('Data of the seller’s own.'),
    discount: nullable(
      percent(
        'Percent off list prices, 0 to 100 but in drafts; marketplace A, else null. When list prices change, prices of an offer that is not published yet follow; a published one keeps its own, and has a warning.',
      ),
    ),
    enableTestUsageMetering: flag(
      'Whether the service reports test usage of the entitlement every hour while it is active: one unit of each dimension, which is settled, reported and billed as all usage is.',
    ),
    entitlementCancellationSchedule: of(CancellationSchedule, 'Cancellation to come.'),
    errorMessages: texts('Why tasks failed, as reported.'),
    internalNote: noteText('Seller’s note, hidden from the buyer.', 1000),
    isAgreementBasedOffer: flag('Whether the offer builds on an agreement; marketplace A.'),
    isGrossRevenueFullSync: flag('Whether gross revenue is read anew in full.'),
    isMkBUpgradeOffer: flag('Whether the offer upgrades another; marketplace B.'),
    isRenewalOffer: flag(
      'Whether the offer renews an agreement, which the marketplace may check and revoke; marketplace A.',
    ),
    isReplacementOffer: flag('Whether the offer replaces another; marketplace C.'),
    lastModifiedBy: of(LastModifiedBy, 'Who changed it last.'),
    mkACrmUniqueIdentifier: idText('Linked co-sell opportunity of marketplace A.'),
    mkASaasProductDimensions: list(
      MkAProductDimension,
      'Prices given when the product was made; marketplace A.',
    ),
    mkBBillingAccountID: idText('Billing account of the buyer on marketplace B; read from it.'),
    mkBOriginalOfferIDForUpgrade: idText('Offer that is upgraded; marketplace B.'),
    mkCBillingAccountID: idText('Billing account of the buyer on marketplace C; read from it.'),
    nextCreateRetryAt: time('About when creation is retried; only while the offer is being created.'),
    notifications: list(NotificationEvent, 'Notices about the offer.'),
    offerAcceptDate: time('When the buyer accepted.'),
    offerCreationSuccessDate: time('When the marketplace had the offer.'),
    originalEulaInfo: of(OriginalEulaInfo, 'License agreement before several were merged.'),
    prettifiedErrorMessages: texts('Why tasks failed, made readable.'),
    privatePlans: map('CRM data of private plans, by name of the plan; products only.'),
    renewalOfferType: of(RenewalOfferType, 'Where the agreement that is renewed was made.'),
    replacedOfferEndTime: givenTime(
      'From when the terms of this offer hold instead of those of the replaced one, at the end of its agreement at the latest; ' +
        'at once when it is not given, or has passed; marketplace C.',
    ),
    replacedOfferPaymentRecurrence: codeText('How often the replaced offer is paid; marketplace C.'),
    replacedOfferResourceName: idText(
      'Accepted offer whose agreement goes on under this one: ' +
        'projects/{projectNumber}/services/{serviceName}/privateOffers/{privateOfferId}; this organization’s, or one that its marketplace has.',
    ),
    replacedResellerPrivateOfferPlan: idText(
      'Replaced plan for resellers: resellerPrivateOfferPlans/{planId}; checked by its form.',
    ),
    resellerIds: texts('Resellers, of offers that are resold.', longest.id),
    sourceOfferCancelAfterPublishAt: time('When cancelling the source offer was last tried.'),
    sourceOfferCancelAfterPublishError: text('Why the source offer was not cancelled.'),
    sourceOfferCancelAfterPublishStatus: openEnum(
      'How far cancelling the source offer has come; empty before it is tried.',
      ['PENDING', 'SENT', 'SKIPPED', 'FAILED'],
    ),
    sourceOfferIdToCancelAfterPublish: idText(
      'Offer to cancel once this copy of it awaits acceptance; marketplace C.',
    ),
    testUsageMeteringEndTime: time(
      'Until when test usage is reported; needed when it is switched on. A bare date is its midnight in UTC: that day is out.',
    ),
    updateMessage: text('What the notice of a change says.'),
    warningMessages: texts('What was corrected by the service without stopping.'),
  },
);
export type WorkloadMetaInfo = z.infer<typeof WorkloadMetaInfo>;
