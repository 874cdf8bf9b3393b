import { entitlementsOf } from './entitlements.fixture.ts';
import type { TestApp, TestOrganization } from './harness.ts';

/** What a test says of a deal registration. */
type DealBody = { channelPartnerId?: string; productIds?: string[]; customer?: object };

/** What tests of channel partners do again and again, for one organization. */
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
    /** A draft of a deal registration of a customer of its own, or the given one. */
    deal: async (body: DealBody = {}) => {
      const number = ++count;
      const channelPartnerId =
        body.channelPartnerId ??
        (await by.post('channelPartner', { name: `Of ${number}`, status: 'ACTIVE' })).id;
      const productIds = body.productIds ?? [(await by.post('product', { name: `Of ${number}` })).id];
      const customer = { name: 'Fjord Foods', domain: `fjord${number}.com` };
      return by.post('dealRegistration', { customer, ...body, channelPartnerId, productIds });
    },
    /** Takes a step with a deal registration, which must succeed. */
    step: (id: string, verb: string, body: object = {}) => by.post(`dealRegistration/${id}/${verb}`, body),
    /** Runs what is to be done, and what follows from its events, until nothing is left. */
    settle: async () => {
      for (let ran = 1; ran > 0; ) ran = (await app.drainJobs()) + (await app.dispatchEvents());
    },
  };
}

export type Partners = ReturnType<typeof partnersOf>;
