import { password } from '../people.ts';
import { presentCode } from './factor-records.ts';
import { bodySchema, type Operation, resolve } from './operations.ts';

/** The time at which the suites start to sell. */
export const soldSince = '2026-01-01';

type Ids = Readonly<Record<string, string>>;

/**
 * The smallest valid body of each operation that does not accept an empty body. `count` increases with each
 * call, for values that must be unique.
 */
const bodies: Readonly<Record<string, (ids: Ids, count: number) => object>> = {
  batchCreateContacts: () => [{}],
  sendTestNotification: ({ memberEmail = 'ann@example.com' }) => ({ recipients: [memberEmail] }),
  resolveOfferCreation: () => ({ failed: true }),
  declineOffer: () => ({ message: 'x' }),
  requestOfferAction: () => ({ message: 'x' }),
  refundEntitlement: (_, count) => ({ invoiceID: `inv_${count}`, amount: 1 }),
  getRevenueReport: () => ({ partner: 'MKA', reportType: 'GrossAmount' }),
  importProducts: () => ({ partner: 'MKA' }),
  mergeBuyers: ({ otherBuyerId = 'nothing_0' }) => ({ buyerIds: [otherBuyerId] }),
  sandboxOrder: () => ({ partner: 'MKA' }),
  advanceSandboxClock: () => ({ advance: 'PT1S' }),
  triggerSandboxEvent: () => ({ scope: 'CREATE.OFFER' }),
  createSandboxFault: () => ({ kind: 'FAIL_CREATE', partner: 'MKF' }),
  sandboxRenewEntitlement: () => ({ endTime: '2095-01-01' }),
  sandboxChangeEntitlementQuantity: (_, count) => ({ quantity: count }),
  sandboxChangeEntitlementPlan: (_, count) => ({ planId: `plan_${count}` }),
  updateOrganization: (_, count) => ({ description: `Changed ${count} times` }),
  createOrganization: (_, count) => ({ name: `Organization ${count}` }),
  inviteMember: (_, count) => ({ email: `invited${count}@example.com` }),
  acceptInvitation: ({ invitationToken }) => ({ token: invitationToken ?? 'none' }),
  beginTotp: () => ({ currentPassword: password }),
  confirmTotp: () => ({ code: presentCode() }),
  beginPasskey: () => ({ currentPassword: password }),
  registerPasskey: ({ passkeyBody = '{"name":"x","state":"x","credential":{}}' }) => JSON.parse(passkeyBody),
  removePasskey: () => ({ currentPassword: password }),
  removeTotp: () => ({ currentPassword: password }),
  renewRecoveryCodes: () => ({ currentPassword: password }),
  createRole: (_, count) => ({ name: `ROLE_${count}`, permissions: ['offers:read'] }),
  createApiClient: () => ({ role: 'VIEWER' }),
  // The views are spread over several lists, because the number of views of a list is limited.
  createMySavedView: (_, count) => ({ list: `list${count % 15}`, name: `View ${count}`, query: {} }),
  allowApiClientInOrganization: ({ thirdOrgId }) => ({ organizationID: thirdOrgId, role: 'VIEWER' }),
  createWebhook: () => ({ url: 'https://example.com/hooks' }),
  replayWebhook: () => ({ from: soldSince }),
  createIntegration: () => ({ partner: 'MKB' }),
  createEntitlement: ({ publicOfferId, offerId, buyerId }) => ({
    offerId: publicOfferId ?? offerId ?? 'ofr_none',
    buyerId: buyerId ?? 'buy_none',
  }),
  scheduleEntitlementCancellation: () => ({ type: 'SpecificDate', cancelDate: '2090-01-31' }),
  updateEntitlementName: () => ({ name: 'x' }),
  updateEntitlementPriceModel: () => ({ commits: [{ key: 'a', rate: 100 }] }),
  connectSignup: (_, count) => ({ emailAddress: `client${count}@example.com` }),
  addEntitlementCredit: () => ({ creditAmountIncrement: 1 }),
  reportUsageRecordGroup: () => ({ records: { gpu: 1 } }),
  batchReportUsageRecordGroups: ({ meteredEntitlementId: entitlementID = 'ent_none' }) => [
    { entitlementID, records: { gpu: 1 } },
  ],
  batchValidateUsageRecordGroups: ({ meteredEntitlementId: entitlementID = 'ent_none' }) => [
    { entitlementID, records: { gpu: 1 } },
  ],
  resolveUsageRecordReport: () => ({ accepted: true }),
  createCreditWallet: () => ({ totalAmount: 1 }),
  updateCreditWallet: () => ({ totalAmount: 2 }),
  createBillableMetric: (_, count) => ({ name: `Metric ${count}`, aggregationType: 'SUM' }),
  createKnowledgeArticle: () => ({ title: 'x' }),
  answerKnowledgeQuestion: () => ({ question: 'What is a quota?' }),
  createSupportTicket: () => ({ name: 'x' }),
  updateSupportTicket: () => ({ priority: 'HIGH', watchers: [] }),
  createSupportTicketComment: () => ({ comment_text: 'x' }),
  createChannelPartner: () => ({ name: 'x' }),
  createChannelPartnerTier: (_, count) => ({ name: 'x', rank: count, share: 1 }),
  createChannelPartnerAgreement: () => ({ share: 1, startDate: '2030-01-01' }),
  createDealRegistration: ({ channelPartnerId = 'chp_none' }) => ({ channelPartnerId }),
  setOfferAttribution: ({ channelPartnerId = 'chp_none' }) => ({ channelPartnerId, share: 1 }),
  requestDealRegistrationAction: () => ({ message: 'x' }),
  rejectDealRegistration: () => ({ message: 'x' }),
  divideEntitlementCommit: () => ({ startDates: [soldSince] }),
};

/** The content of the file in a form, if the operation requires a format. */
const contents: Readonly<Record<string, (ids: Ids) => string>> = {
  uploadUsageRecordGroups: ({ meteredEntitlementId: entitlementID = 'ent_none' }) =>
    `entitlementID,dimension,quantity\r\n${entitlementID},gpu,1`,
};

export const takesArray = (operation: Operation): boolean => {
  const schema = bodySchema(operation.requestBody);
  return schema !== undefined && resolve(schema).type === 'array';
};

/** The boundary between the parts of a form. */
const boundary = 'tradepost-form';

/** Returns a form with a small file, for operations with a file upload. */
const formOf = (content: string): string =>
  [
    `--${boundary}`,
    'Content-Disposition: form-data; name="file"; filename="terms.txt"',
    'Content-Type: text/plain',
    '',
    content,
    `--${boundary}--`,
    '',
  ].join('\r\n');

const takesForm = ({ requestBody }: Operation): boolean =>
  requestBody?.content?.['multipart/form-data'] !== undefined;

/** Returns the first content type that the operation accepts. */
export function contentType(operation: Operation): string {
  const [type = 'application/json'] = Object.keys(operation.requestBody?.content ?? {});
  return takesForm(operation) ? `${type}; boundary=${boundary}` : type;
}

/** Returns a valid body in the format of the operation; undefined for an operation without a body. */
export const goodRaw = (operation: Operation, ids: Ids, body: () => object): string | undefined => {
  if (!operation.requestBody) return undefined;
  if (!takesForm(operation)) return JSON.stringify(body());
  return formOf(contents[operation.operationId]?.(ids) ?? 'Terms of use.');
};

let count = 0;

/** Returns a body that succeeds when the records of the path have the required state. */
export const goodBody = (operation: Operation, ids: Ids): object =>
  bodies[operation.operationId]?.(ids, ++count) ?? (takesArray(operation) ? [] : {});
