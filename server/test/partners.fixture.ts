import { entitlementsOf } from './entitlements.fixture.ts';
import type { TestApp, TestOrganization } from './harness.ts';

/** The body of a deal registration. */
type DealBody = { channelPartnerId?: string; productIds?: string[]; customer?: object };

/** Helpers for tests of channel partners, for one organization. */
export function partnersOf(app: TestApp, org: TestOrganization) {
  const by = entitlementsOf(app, org);
  let count = 0;
  return {
    ...by,
    org,
    tier: (body: object = {}) =>
      by.post('channelPartnerTier', { name: 'Gold', rank: ++count, share: 20, ...body }),
    partner: (body: object = {}) =>
      by.post('channelPartner', { name: `Partner ${++count}`, status: 'ACTIVE', ...body }),
    product: async (body: object = {}): Promise<string> =>
      (await by.post('product', { name: `Product ${++count}`, ...body })).id,
    /** Creates a draft deal registration, by default with a new customer. */
    deal: async (body: DealBody = {}) => {
      const number = ++count;
      const channelPartnerId =
        body.channelPartnerId ??
        (await by.post('channelPartner', { name: `Of ${number}`, status: 'ACTIVE' })).id;
      const productIds = body.productIds ?? [(await by.post('product', { name: `Of ${number}` })).id];
      const customer = { name: 'Fjord Foods', domain: `fjord${number}.com` };
      return by.post('dealRegistration', { customer, ...body, channelPartnerId, productIds });
    },
    /** Calls a command on a deal registration, which must succeed. */
    step: (id: string, verb: string, body: object = {}) => by.post(`dealRegistration/${id}/${verb}`, body),
    /** Runs jobs and dispatches events until no work is left. */
    settle: async () => {
      for (let ran = 1; ran > 0; ) ran = (await app.drainJobs()) + (await app.dispatchEvents());
    },
  };
}

export type Partners = ReturnType<typeof partnersOf>;
