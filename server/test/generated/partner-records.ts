import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

type Ids = {
  channelPartnerId: string;
  channelPartnerTierId: string;
  agreementId: string;
  dealRegistrationId: string;
};

/** The commands that bring a deal registration to the state that an operation needs. */
const ways: Readonly<Record<string, readonly string[]>> = {
  approveDealRegistration: ['submit'],
  rejectDealRegistration: ['submit'],
  requestDealRegistrationAction: ['submit'],
  winDealRegistration: ['submit', 'approve'],
  loseDealRegistration: ['submit', 'approve'],
};

/** Returns whether an operation uses up its records. */
const usedUp = (operationId: string): boolean =>
  /^(create|update|delete)ChannelPartnerAgreement$|^deleteChannelPartner/.test(operationId) ||
  /^(?!create|get|list).*DealRegistration(Action)?$/.test(operationId);

/** Counter shared by all callers, because ranks are unique. */
let count = 0;

/**
 * Provides channel partners with a tier, an agreement and a deal registration, and replaces used-up records.
 */
export function createPartnerRecords(app: TestApp, org: TestOrganization) {
  const made = new Map<string, Ids>();
  const post = async (path: string, body: object): Promise<string> => {
    const reply = await app.request('POST', `/org/${org.id}/${path}`, { token: org.token, body });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.body.id;
  };
  const make = async (operationId: string): Promise<Ids> => {
    const number = ++count;
    const channelPartnerTierId = await post('channelPartnerTier', {
      name: 'Gold',
      rank: 500_000 + number,
      share: 1,
    });
    const channelPartnerId = await post('channelPartner', { name: 'Northern', status: 'ACTIVE' });
    const agreement = { share: 1, startDate: '2020-01-01', endDate: '2021-01-01' };
    const agreementId = await post(`channelPartner/${channelPartnerId}/agreement`, agreement);
    const dealRegistrationId = await post('dealRegistration', {
      channelPartnerId,
      customer: { crmAAccountId: `generated ${number}` },
      productIds: [await post('product', {})],
    });
    for (const way of ways[operationId] ?? [])
      await post(`dealRegistration/${dealRegistrationId}/${way}`, {});
    // An open deal registration would prevent the deletion.
    if (operationId === 'deleteChannelPartner')
      await post(`dealRegistration/${dealRegistrationId}/withdraw`, {});
    return { channelPartnerId, channelPartnerTierId, agreementId, dealRegistrationId };
  };
  return {
    ids: async ({ operationId }: Operation): Promise<Ids> => {
      const key = usedUp(operationId) ? operationId : '';
      const ids = made.get(key) ?? (await make(operationId));
      made.set(key, ids);
      return ids;
    },
    used: ({ operationId }: Operation) => {
      if (usedUp(operationId)) made.delete(operationId);
    },
  };
}

/** Returns records for calls that do not need a particular state. */
export const partnerRecords = (
  app: TestApp,
  org: TestOrganization,
  operationId = '',
): Promise<Partial<Ids>> =>
  createPartnerRecords(app, org).ids({ operationId, path: '{channelPartnerId}' } as Operation);

/** Returns replacements for the records that an operation has used up. */
export const renewedPartners = async (app: TestApp, org: TestOrganization, { operationId }: Operation) =>
  usedUp(operationId) ? partnerRecords(app, org, operationId) : {};
