/** The body that makes an offer set. */
export const offerSetRequestExample = {
  name: 'Acme: platform and support',
  expireTime: '2027-01-31T00:00:00.000Z',
  info: { buyerMkAAccountIds: ['123456789012'], buyerNotes: 'Accept both by the end of January.' },
};

/** The set of the example once its two offers were published. */
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
