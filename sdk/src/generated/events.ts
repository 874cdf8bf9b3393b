/** Made from openapi.json by `npm run generate`: do not edit. */

import type {
  WebhookEventOfAiInvoice,
  WebhookEventOfApiClient,
  WebhookEventOfAutoShareTask,
  WebhookEventOfBuyer,
  WebhookEventOfChannelPartnerAgreement,
  WebhookEventOfDealRegistration,
  WebhookEventOfEntitlement,
  WebhookEventOfEntitlementRequest,
  WebhookEventOfFundingApplication,
  WebhookEventOfHeadlessEntitlements,
  WebhookEventOfIntegration,
  WebhookEventOfInvoice,
  WebhookEventOfNotificationMessage,
  WebhookEventOfOffer,
  WebhookEventOfOrganization,
  WebhookEventOfPaymentTransaction,
  WebhookEventOfProduct,
  WebhookEventOfReferral,
  WebhookEventOfRevenueRecord,
  WebhookEventOfSupportTicket,
  WebhookEventOfUnpurchasedOffers,
  WebhookEventOfUsageRecordGroup,
  WebhookEventOfUsageRecordReport,
  WebhookEventOfUser,
  WebhookEventOfWallet,
  WebhookEventOfWebhookEndpoint,
  WebhookEventOfWorkflow,
} from './records.ts';

/** An event, by its `type`. */
export type EventRecord =
  | WebhookEventOfAiInvoice
  | WebhookEventOfApiClient
  | WebhookEventOfAutoShareTask
  | WebhookEventOfBuyer
  | WebhookEventOfChannelPartnerAgreement
  | WebhookEventOfDealRegistration
  | WebhookEventOfEntitlement
  | WebhookEventOfEntitlementRequest
  | WebhookEventOfFundingApplication
  | WebhookEventOfHeadlessEntitlements
  | WebhookEventOfIntegration
  | WebhookEventOfInvoice
  | WebhookEventOfNotificationMessage
  | WebhookEventOfOffer
  | WebhookEventOfOrganization
  | WebhookEventOfPaymentTransaction
  | WebhookEventOfProduct
  | WebhookEventOfReferral
  | WebhookEventOfRevenueRecord
  | WebhookEventOfSupportTicket
  | WebhookEventOfUnpurchasedOffers
  | WebhookEventOfUsageRecordGroup
  | WebhookEventOfUsageRecordReport
  | WebhookEventOfUser
  | WebhookEventOfWallet
  | WebhookEventOfWebhookEndpoint
  | WebhookEventOfWorkflow;
