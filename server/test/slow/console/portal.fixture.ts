import type { ConsoleWorld, Desk, Look } from '../../console-world.ts';

export type PortalRecords = { channelPartnerId: string; productId: string; offerId: string; dealId: string };

/** Creates a channel partner with a tier, an agreement, an offer of which it has a share, and a deal. */
export async function portalRecords(world: ConsoleWorld): Promise<PortalRecords> {
  const tier = { name: 'Silver', rank: 7, share: 12, protectionDays: 60 };
  const { id: tierId } = await world.call('POST', 'channelPartnerTier', tier);
  const partner = { name: 'Lighthouse', type: 'REFERRAL', status: 'ACTIVE', tierId };
  const { id: channelPartnerId } = await world.call('POST', 'channelPartner', partner);
  const { id: productId } = await world.call('POST', 'product', { name: 'Charts' });
  const agreement = { name: 'North', share: 15, startDate: '2026-01-01', productIds: [productId] };
  await world.call('POST', `channelPartner/${channelPartnerId}/agreement`, agreement);
  const { id: offerId } = await world.call('POST', 'draftOffer', {
    partner: 'MKA',
    name: 'Charts for Fjord',
  });
  await world.call('POST', `offer/${offerId}/attribution`, { channelPartnerId, share: 15 });
  const deal = {
    channelPartnerId,
    name: 'Charts rollout',
    productIds: [productId],
    amount: 4800,
    currency: 'USD',
  };
  const { id: dealId } = await world.call('POST', 'dealRegistration', deal);
  return { channelPartnerId, productId, offerId, dealId };
}

/** Creates a signed-in person who acts for the channel partner. */
export async function portalDesk(world: ConsoleWorld, channelPartnerId: string, look?: Look): Promise<Desk> {
  const desk = await world.desk('EDITOR', look);
  const [member] = await world.call('GET', `user?email=${desk.email}`);
  await world.call('PATCH', `user/${member.id}`, { channelPartnerId });
  return desk;
}

/** The pages of the partner portal, with their headings. */
export const portalPages = ({ offerId, dealId }: PortalRecords): [address: string, heading: string][] => [
  ['/partner', 'Lighthouse'],
  ['/partner/offers', 'Offers'],
  [`/partner/offers/${offerId}`, 'Charts for Fjord'],
  ['/partner/deals', 'Deals'],
  [`/partner/deals/${dealId}`, 'Charts rollout'],
  ['/partner/report', 'Report'],
  ['/offers', 'Page not available'],
];
