/** Request body that creates a one-year offer on marketplace A. */
export const offerRequestExample = {
  name: 'Acme annual plan',
  partner: 'MKA',
  productID: 'prd_01m7z53qrwf3raysksbfq2fp2q',
  expireTime: '2027-01-31T00:00:00.000Z',
  info: {
    buyerMkAAccountIds: ['123456789012'],
    commits: [{ key: 'seats', rate: 12000, length: 1, timeUnit: 'YEAR' }],
    currency: 'USD',
    eulaType: 'SCMP',
  },
};

/** The example offer after its publication. */
export const offerExample = {
  ...offerRequestExample,
  id: 'ofr_01m7z53qrwf3raysksbfq2fp2q',
  organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
  offerType: 'PRIVATE',
  status: 'PENDING_ACCEPTANCE',
  externalID: 'sbo_01m7z53wpee6h8v41zz34trexm',
  info: {
    ...offerRequestExample.info,
    privateOfferUrl: 'https://tradepost.example/sandbox/mka/offers/sbo_01m7z53wpee6h8v41zz34trexm',
    visibility: 'PRIVATE',
  },
  metaInfo: {
    createdBySource: 'API',
    offerCreationSuccessDate: '2026-12-01T09:30:02.000Z',
  },
  endTime: null,
  createdBy: 'cli_01m7z53qrwf3raysksbfq2fp2q',
  creationTime: '2026-12-01T09:30:00.000Z',
  lastUpdateTime: '2026-12-01T09:30:02.000Z',
  lastUpdatedBy: 'tradepost',
};

/** Request body that creates an offer set. */
export const offerSetRequestExample = {
  name: 'Acme: platform and support',
  expireTime: '2027-01-31T00:00:00.000Z',
  info: { buyerMkAAccountIds: ['123456789012'], buyerNotes: 'Accept both offers by the end of January.' },
};

/** The example set after the publication of its two offers. */
export const offerSetExample = {
  ...offerSetRequestExample,
  id: 'ofs_01m7z53qrwf3raysksbfq2fp2q',
  organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
  partner: 'MKA',
  status: 'PENDING_ACCEPTANCE',
  metaInfo: { createdBySource: 'API', discount: null },
  createdBy: 'cli_01m7z53qrwf3raysksbfq2fp2q',
  lastUpdatedBy: 'tradepost',
  creationTime: '2026-12-01T09:30:00.000Z',
  lastUpdateTime: '2026-12-01T09:35:02.000Z',
  offerIDs: ['ofr_01m7z53qrwf3raysksbfq2fp2q', 'ofr_01m7z53wpee6h8v41zz34trexm'],
  buyerIDs: [],
};
