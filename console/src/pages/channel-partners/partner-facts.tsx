import type { ChannelPartner } from '@tradepost/sdk';
import { marketplaceName } from '../../ui/marketplaces.ts';
import type { ResourceFact } from '../../ui/resource/resource.ts';
import { nameOf } from '../../ui/words.ts';

/** The facts of a channel partner that the seller and the channel partner see. */
export const partnerFacts = {
  type: { name: 'Type', cell: ({ type }) => nameOf(type) },
  domains: { name: 'Domains', cell: ({ domains = [] }) => domains.join(', ') },
  accounts: {
    name: 'Accounts',
    cell: ({ accounts = [] }) =>
      accounts.map(({ partner, accountId }) => `${marketplaceName(partner)}: ${accountId}`).join(', '),
  },
} satisfies Record<string, ResourceFact<Pick<ChannelPartner, 'type' | 'domains' | 'accounts'>>>;
