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
    'batchCreateContacts batchReportUsageRecordGroups',
  ),
  ...because(
    'A list that has the same rows as another list with a filter.',
    `listBuyersByPartner listEntitlementsByPartner listOffersByPartner listProductsByPartner
    listOffersByProduct listEntitlementsByProduct listUsageRecordGroupsByProduct
    listUsageRecordGroupsByEntitlement listRefundOfPaymentTransaction`,
  ),
  ...because(
    'Another form of an operation that has a place.',
    'unlinkContactFromOffer takeOfferOutOfOfferSet applyAddonToEntitlement getOfferByExternalId',
  ),
  ...because('A read of one record whose list shows its fields.', 'getEntitlementTerm'),
};

/** The operations that do not have a place yet. Entries may only be removed. */
export const notYet: readonly string[] = `
  getAiBillingConfig
  updateAiBillingConfig
  getApiClient
  updateApiClient
  rotateApiClientSecret
  allowApiClientInOrganization
  disallowApiClientInOrganization
  getAuditingEvent
  listChannelPartnerTiers
  createChannelPartnerTier
  getChannelPartnerTier
  updateChannelPartnerTier
  deleteChannelPartnerTier
  createChannelPartner
  getChannelPartner
  updateChannelPartner
  deleteChannelPartner
  listChannelPartnerAgreements
  createChannelPartnerAgreement
  getChannelPartnerAgreement
  updateChannelPartnerAgreement
  deleteChannelPartnerAgreement
  getChannelPartnerReport
  getClientSignupPageConfigInfo
  updateClientSignupPageConfigInfo
  getCosellAccountMappingConfigs
  updateCosellAccountMappingConfigs
  getCosellConfigInfoV2
  updateCosellConfigInfoV2
  getCosellFillerConfigInfo
  updateCosellFillerConfigInfo
  getCosellIntelligenceConfigInfo
  updateCosellIntelligenceConfigInfo
  listDealRegistrations
  createDealRegistration
  getDealRegistration
  updateDealRegistration
  deleteDealRegistration
  listDealRegistrationConflicts
  submitDealRegistration
  withdrawDealRegistration
  loseDealRegistration
  winDealRegistration
  approveDealRegistration
  requestDealRegistrationAction
  rejectDealRegistration
  listEntitlementAttributions
  deleteFile
  getFundingApplicationFieldMappingConfigInfo
  updateFundingApplicationFieldMappingConfigInfo
  listIntegrations
  createIntegration
  getIntegration
  updateIntegration
  deleteIntegration
  verifyIntegration
  getIntegrationVerification
  getIntegrationSetup
  importFromMarketplace
  searchKnowledge
  listKnowledgeArticles
  createKnowledgeArticle
  getKnowledgeArticle
  updateKnowledgeArticle
  deleteKnowledgeArticle
  answerKnowledgeQuestion
  getNotificationConfigInfo
  updateNotificationConfigInfo
  listNotificationEvents
  listNotificationEventsByEntity
  listNotificationMessages
  getNotificationMessage
  previewNotificationTemplate
  sendTestNotification
  getOfferFillerConfigInfos
  getOfferFillerCrmPartnerConfigInfos
  listOfferAttributions
  setOfferAttribution
  deleteOfferAttribution
  getOnboardingInfo
  updateOnboardingInfo
  listOperations
  getOperation
  cancelOperation
  getOrganizationConfigInfo
  updateOrganizationConfigInfo
  deleteOrganization
  getPortalChannelPartner
  listPortalAgreements
  listPortalDealRegistrations
  createPortalDealRegistration
  getPortalDealRegistration
  updatePortalDealRegistration
  submitPortalDealRegistration
  withdrawPortalDealRegistration
  listPortalOffers
  getPortalOffer
  getPortalReport
  getPrivateOfferConfigInfo
  updatePrivateOfferConfigInfo
  listQuotas
  settleSandboxPayment
  getSsoConfigInfo
  updateSsoConfigInfo
  listSupportTickets
  createSupportTicket
  getSupportTicket
  updateSupportTicket
  closeSupportTicket
  reopenSupportTicket
  createSupportTicketComment
  createSupportTicketAttachment
  createWebhook
  listWebhooks
  getWebhook
  updateWebhook
  deleteWebhook
  rotateWebhookSecret
  enableWebhook
  testWebhook
  listWebhookDeliveries
  getWebhookDelivery
  resendWebhookDelivery
  replayWebhook
`
  .trim()
  .split(/\s+/);
