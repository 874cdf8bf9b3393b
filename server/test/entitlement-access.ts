const read = [
  'listEntitlements',
  'getEntitlement',
  'listEntitlementTerms',
  'getEntitlementTerm',
  'listSignupConnections',
  ...['ByBuyer', 'ByOffer', 'ByPartner', 'ByProduct'].map((by) => `listEntitlements${by}`),
];
const changed = [
  'createEntitlement',
  'approveEntitlement',
  'cancelEntitlement',
  'syncEntitlement',
  'scheduleEntitlementCancellation',
  'unscheduleEntitlementCancellation',
  'updateEntitlementSeat',
  'updateEntitlementName',
  'updateEntitlementMetaInfo',
  'updateEntitlementPriceModel',
  'updateEntitlementBilling',
  'applyAddonToEntitlement',
  'applyAddon',
  'addEntitlementCredit',
  'divideEntitlementCommit',
  'deleteEntitlementTerm',
  'connectSignup',
];

/** The least role that may call each operation on entitlements. */
export const ofEntitlements: Readonly<Record<string, 'VIEWER' | 'EDITOR'>> = {
  ...Object.fromEntries(read.map((id) => [id, 'VIEWER' as const])),
  ...Object.fromEntries(changed.map((id) => [id, 'EDITOR' as const])),
};
