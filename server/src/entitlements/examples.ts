const parties = {
  organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
  partner: 'MKA',
  service: 'MARKETPLACE',
  offerID: 'ofr_01m7z53qrwf3raysksbfq2fp2q',
  productID: 'prd_01m7z53qrwf3raysksbfq2fp2q',
  buyerID: 'buy_01m7z53qrwf3raysksbfq2fp2q',
};

const span = {
  startTime: '2026-12-01T10:00:00.000Z',
  endTime: '2027-12-01T10:00:00.000Z',
  creationTime: '2026-12-01T10:00:01.000Z',
  lastUpdateTime: '2026-12-01T10:00:01.000Z',
};

const info = {
  annualizedAmount: 12000,
  autoRenew: false,
  commitAmount: 12000,
  commits: [{ key: 'seats', rate: 12000, length: 1, timeUnit: 'YEAR' }],
  currency: 'USD',
  offerVisibility: 'PRIVATE',
};

/** A one-year purchase on marketplace A. */
export const entitlementExample = {
  ...parties,
  ...span,
  id: 'ent_01m7z53qrwf3raysksbfq2fp2q',
  name: 'Acme annual plan',
  type: 'PRIVATE',
  status: 'ACTIVE',
  entitlementTermID: 'trm_01m7z53qrwf3raysksbfq2fp2q',
  externalBuyerID: '123456789012',
  externalID: 'sba_01m7z53wpee6h8v41zz34trexm',
  externalStatus: 'ACTIVE',
  info,
  metaInfo: { createdBySource: 'API' },
};

/** The first term of the example entitlement. */
export const termExample = {
  ...parties,
  ...span,
  id: 'trm_01m7z53qrwf3raysksbfq2fp2q',
  entitlementID: 'ent_01m7z53qrwf3raysksbfq2fp2q',
  externalEntitlementID: 'sba_01m7z53wpee6h8v41zz34trexm',
  info: { type: 'Signup' },
  entitlementInfo: info,
  commitAmount: 12000,
  reportedAmount: 0,
  usedCommitAmount: 0,
};

export const addonRequestExample = {
  id: 'onboarding',
  name: 'Onboarding',
  description: 'Two days with an engineer',
  amount: 2500,
  chargeOn: '2027-01-31T00:00:00.000Z',
};
