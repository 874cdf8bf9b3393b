/** R3: every operation that needs no token, those left out of the document included. */
export const withoutToken = [
  'authorize',
  'docs',
  'docsAsset',
  'docsError',
  'exchangeToken',
  'finishSso',
  'getAuthorizationServerMetadata',
  'getKeySet',
  'livez',
  'metrics',
  'openapi',
  'readyz',
  'receiveMarketplaceNotification',
  'requestPasswordReset',
  'resetPassword',
  'resetPasswordForm',
  'resetPasswordPage',
  'revokeToken',
  'sandboxOfferPage',
  'signIn',
  'signUp',
  'startSso',
  'verifyEmail',
  'verifyEmailForm',
  'verifyEmailPage',
];

export const roles = ['VIEWER', 'EDITOR', 'ADMIN'] as const;
/** The least role that may call each operation; ANY: whoever has a token; PERSON: any person, and no API client. */
export const leastRole: Record<string, (typeof roles)[number] | 'ANY' | 'PERSON'> = {
  getMe: 'PERSON',
  updateMe: 'PERSON',
  listMySessions: 'PERSON',
  deleteMySession: 'PERSON',
  signOut: 'PERSON',
  listOrganizations: 'ANY',
  getNotificationConfigInfo: 'VIEWER',
  updateNotificationConfigInfo: 'ADMIN',
  queryAuditingEvents: 'VIEWER',
  getAuditingEvent: 'VIEWER',
  listOperations: 'VIEWER',
  getOperation: 'VIEWER',
  cancelOperation: 'EDITOR',
  createOffer: 'EDITOR',
  listOffers: 'VIEWER',
  getOffer: 'VIEWER',
  listEntitlements: 'VIEWER',
  getEntitlement: 'VIEWER',
  listEntitlementTerms: 'VIEWER',
  getEntitlementTerm: 'VIEWER',
  applyAddonToEntitlement: 'EDITOR',
  sandboxAcceptOffer: 'EDITOR',
  sandboxRejectOffer: 'EDITOR',
  sandboxOrder: 'EDITOR',
  sandboxCancelEntitlement: 'EDITOR',
  ...ofConfiguration(),
  sandboxChangeProduct: 'EDITOR',
  listProducts: 'VIEWER',
  listProductsByPartner: 'VIEWER',
  getProduct: 'VIEWER',
  listProductMeteringDimensions: 'VIEWER',
  createOrUpdateDraftProduct: 'EDITOR',
  createProduct: 'EDITOR',
  updateProduct: 'EDITOR',
  updateProductFulfillmentUrl: 'EDITOR',
  updateProductMetaInfo: 'EDITOR',
  publishProduct: 'EDITOR',
  deleteProduct: 'EDITOR',
  synchronizeProduct: 'EDITOR',
  importProducts: 'EDITOR',
};

/** Everybody may read a setting; onboarding is any member's to change, everything else an administrator's. */
function ofConfiguration(): Record<string, 'VIEWER' | 'ADMIN'> {
  const changed = [
    ...['AiBillingConfig', 'ClientSignupPageConfigInfo', 'UsageMeteringConfigInfo', 'OrganizationConfigInfo'],
    ...['PrivateOfferConfigInfo', 'SsoConfigInfo', 'CosellIntelligenceConfigInfo', 'CosellConfigInfoV2'],
    ...['CosellAccountMappingConfigs', 'CosellFillerConfigInfo', 'FundingApplicationFieldMappingConfigInfo'],
  ];
  const read = [...changed, 'OnboardingInfo', 'OfferFillerConfigInfos', 'OfferFillerCrmPartnerConfigInfos'];
  return {
    ...Object.fromEntries(read.map((word) => [`get${word}`, 'VIEWER' as const])),
    ...Object.fromEntries(changed.map((word) => [`update${word}`, 'ADMIN' as const])),
    updateOnboardingInfo: 'VIEWER',
  };
}
