import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

export type PortalRecords = ReturnType<typeof createPortalRecords>;

export const isOfPortal = ({ path }: { path: string }): boolean => path.includes('/partnerPortal/');

type Bound = { id: string; token: string; channelPartnerId: string };

/** Provides an API client of a channel partner and the partner's records, and replaces used-up records. */
export function createPortalRecords(app: TestApp, org: TestOrganization) {
  let made: Promise<Bound> | undefined;
  let deals: Record<string, string> = {};
  let attributed: Record<string, string> | undefined;
  let count = 0;
  const post = async (path: string, body: object, token = org.token) => {
    const reply = await app.request('POST', `/org/${org.id}/${path}`, { token, body });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.body;
  };
  const bind = async (): Promise<Bound> => {
    const { id: channelPartnerId } = await post('channelPartner', { name: 'Bound', status: 'ACTIVE' });
    const body = { name: 'ADMIN client', role: 'ADMIN', channelPartnerId };
    const { id, secret } = await post('apiClient', body);
    return { id, token: await app.token({ id, secret }), channelPartnerId };
  };
  const caller = (): Promise<Bound> => {
    made ??= bind();
    return made;
  };
  const dealOf = async (operationId: string): Promise<string> => {
    const known = deals[operationId];
    if (known) return known;
    const { token } = await caller();
    const body = {
      customer: { crmAAccountId: `portal ${++count}` },
      productIds: [(await post('product', {})).id],
    };
    const { id } = await post('partnerPortal/dealRegistration', body, token);
    deals[operationId] = id;
    return id;
  };
  /** Creates an offer that is attributed to the channel partner. */
  const offerOf = async (): Promise<Record<string, string>> => {
    const { channelPartnerId } = await caller();
    const { id: offerId } = await post('offer', { name: `Attributed ${++count}` });
    await post(`offer/${offerId}/attribution`, { channelPartnerId, share: 1 });
    return { offerId, channelPartnerId };
  };
  return {
    caller,
    /** Creates a second record of each type that the portal lists. */
    fill: async (): Promise<void> => {
      const { channelPartnerId, token } = await caller();
      await offerOf();
      await post('partnerPortal/dealRegistration', { name: 'x' }, token);
      const year = 2030 + ++count;
      const agreement = { share: 1, startDate: `${year}-01-01`, endDate: `${year}-02-01` };
      await post(`channelPartner/${channelPartnerId}/agreement`, agreement);
    },
    ids: async (operation: Operation): Promise<Record<string, string>> => {
      const { path, operationId } = operation;
      if (path.includes('/offer/{offerId}/attribution')) {
        attributed ??= await offerOf();
        return attributed;
      }
      if (!isOfPortal(operation)) return {};
      if (path.includes('{dealRegistrationId}')) return { dealRegistrationId: await dealOf(operationId) };
      return path.includes('{offerId}') ? offerOf() : {};
    },
    used: ({ operationId }: Operation) => {
      if (/^(update|submit|withdraw)Portal/.test(operationId)) deals = {};
      if (/OfferAttribution$/.test(operationId)) attributed = undefined;
    },
  };
}

export type AttributionRecords = ReturnType<typeof createAttributionRecords>;

/**
 * Provides attributions of offers that are not accepted, because attributions of accepted offers cannot
 * change.
 */
export function createAttributionRecords(app: TestApp, org: TestOrganization) {
  const { ids, used } = createPortalRecords(app, org);
  return {
    ids: async (operation: Operation) => (operation.path.includes('/attribution') ? ids(operation) : {}),
    used,
  };
}
