/** An example of a reported record group. */
export const usageExample = {
  id: '019b2f3a-7c1e-7d52-9a41-3f0c8e5b6d70',
  entitlementID: 'ent_01m7z53qrwf3raysksbfq2fp2q',
  timestamp: '2026-12-01T09:15:00.000Z',
  records: { gpu_hours: 12.5 },
};

/** An example of the same group in a response. */
export const usageRecordGroupExample = {
  id: usageExample.id,
  organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
  entitlementID: usageExample.entitlementID,
  buyerID: 'buy_01m7z53qrwf3raysksbfq2fp2q',
  partner: 'MKA',
  records: usageExample.records,
  metaInfo: { source: 'API', timestamp: usageExample.timestamp },
  status: 'CREATED',
  reportedTime: null,
  creationTime: '2026-12-01T09:30:00.000Z',
  lastUpdateTime: '2026-12-01T09:30:00.000Z',
};

/** An example of the report for this group, with the response from its marketplace. */
export const usageRecordReportExample = {
  id: 'urr_01m7z53qrwf3raysksbfq2fp2q',
  organizationID: usageRecordGroupExample.organizationID,
  partner: 'MKA',
  entitlementID: usageExample.entitlementID,
  entitlementTermID: 'trm_01m7z53qrwf3raysksbfq2fp2q',
  status: 'SUCCESS',
  reportedTime: '2026-12-01T10:00:12.000Z',
  info: {
    status: 'SUCCESS',
    usageRecordGroupCount: 1,
    usageRecordGroupIds: [usageExample.id],
    startTime: '2026-12-01T09:00:00.000Z',
    endTime: '2026-12-01T10:00:00.000Z',
    partner: 'MKA',
    reportedRecords: { gpu_hours: 12 },
    newDecimalParts: { gpu_hours: 0.5 },
  },
  creationTime: '2026-12-01T10:00:10.000Z',
  lastUpdateTime: '2026-12-01T10:00:12.000Z',
  buyerID: usageRecordGroupExample.buyerID,
  productID: 'prd_01m7z53qrwf3raysksbfq2fp2q',
};
