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
  ...because('A whole HTML page, which the console’s policy does not display.', 'previewSignupPage'),
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
    'A deprecated setting that the service does not use.',
    'getOfferFillerConfigInfos getOfferFillerCrmPartnerConfigInfos',
  ),
  ...because(
    'Another form of an operation that has a place.',
    `unlinkContactFromOffer takeOfferOutOfOfferSet applyAddonToEntitlement getOfferByExternalId
    getMySavedView`,
  ),
};
