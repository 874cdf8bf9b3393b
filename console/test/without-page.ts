type Reasons = Readonly<Record<string, string>>;

/** Adds the same reason to several operations. */
const because = (reason: string, names: string): Reasons =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, reason]),
  );

/** The operations that have no place in the console, with the reasons. */
export const withoutPage: Reasons = {
  ...because(
    'The service has pages for people who are not signed in.',
    'signUp verifyEmail requestPasswordReset resetPassword acceptInvitation',
  ),
  ...because(
    'Discovery, and the token exchange of OAuth clients such as the console.',
    'exchangeToken revokeToken getKeySet getAuthorizationServerMetadata',
  ),
  ...because(
    'Other systems call this operation.',
    `receiveMarketplaceNotification receiveMarketplaceNotificationByQuery receivePaymentNotification
    receiveSupportMail livez readyz version`,
  ),
  ...because(
    'A batch form of an operation that has a place.',
    'batchCreateContacts batchReportUsageRecordGroups batchValidateUsageRecordGroups',
  ),
  ...because(
    'A list that has the same rows as another list with a filter.',
    `listBuyersByPartner listEntitlementsByPartner listOffersByPartner listProductsByPartner
    listOffersByProduct listEntitlementsByProduct listUsageRecordGroupsByProduct
    listUsageRecordGroupsByEntitlement`,
  ),
  ...because(
    'A deprecated setting that the service does not use.',
    'getOfferFillerConfigInfos getOfferFillerCrmPartnerConfigInfos',
  ),
  ...because(
    'Another form of an operation that has a place.',
    'unlinkContactFromOffer takeOfferOutOfOfferSet applyAddonToEntitlement getOfferByExternalId',
  ),
};

/** The operations that do not have a place yet. Entries may only be removed. */
export const notYet: readonly string[] = `
applyAddon listAddons createAddon getAddon updateAddon deleteAddon listAIInvoices getAIInvoice getAIUsage listBillableMetrics
createBillableMetric getBillableMetric updateBillableMetric listBuyerWallets createCreditWallet
getBuyerWallet updateCreditWallet deleteBuyerWallet closeCreditWallet setBuyerDefaultWallet createRefund
listDailyRevenueRecords createEntitlement getEntitlementTerm
deleteEntitlementTerm updateEntitlementSeat refundEntitlement updateEntitlementName
updateEntitlementMetaInfo updateEntitlementPriceModel updateEntitlementBilling addEntitlementCredit
divideEntitlementCommit connectSignup getInvoiceIssuer updateInvoiceIssuer
listInvoices getInvoice updateInvoiceInfo issueInvoice voidInvoice payInvoice recordInvoicePayment
revertInvoicePayment previewInvoiceEmail notifyInvoiceContacts listNotificationEventsByEntity listOfferSets
createOfferSet getOfferSet updateOfferSet deleteOfferSet addOfferToOfferSet removeOfferFromOfferSet
publishOfferSet cancelOfferSet declineOffer requestOfferAction updateOfferMetaInfo sendOfferNotifications
resolveOfferCreation getOfferResellerEula getPortalChannelPartner listPortalAgreements
listPortalDealRegistrations createPortalDealRegistration getPortalDealRegistration
updatePortalDealRegistration submitPortalDealRegistration withdrawPortalDealRegistration listPortalOffers
getPortalOffer getPortalReport listPaymentTransactions listRefundOfPaymentTransaction
createProduct updateProduct deleteProduct
listProductMeteringDimensions createOrUpdateDraftProduct updateProductFulfillmentUrl updateProductMetaInfo
publishProduct synchronizeProduct importProducts listRevenueRecordDetails listRevenueRecords
getRevenueReport sandboxRejectOffer sandboxOrder sandboxCancelEntitlement
sandboxRefuseEntitlementCancellation sandboxSuspendEntitlement sandboxReinstateEntitlement
sandboxChangeEntitlementQuantity sandboxChangeEntitlementPlan triggerSandboxEvent listSandboxUsage
listSandboxUsageTotals listSandboxRevenue addSandboxPaymentMethod settleSandboxPayment sandboxChangeProduct
sandboxAcceptOfferSet sandboxResellOffer sandboxRestrictOffer sandboxGrantResaleAuthorization
listSignupConnections listUsageBatches getUsageBatch getUsageMeteringConfigInfo
updateUsageMeteringConfigInfo listUsageMeteringDailyRecords listUsageMeteringDailyVerifications
reportUsageRecordGroup uploadUsageRecordGroups getUsageRecordGroup deleteUsageRecordGroup
listUsageRecordGroups retryUsageRecordGroup listUsageRecordReports getUsageRecordReport
retryUsageRecordReport resolveUsageRecordReport `
  .trim()
  .split(/\s+/);
