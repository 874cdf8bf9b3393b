import type { MarketplaceAdapter } from '../../adapter.ts';
import type { MarketplacePartner } from '../../partners.ts';
import type { BilledUsage, RevenueLine } from '../../revenue.ts';
import type { RunInOrganization } from '../faults.ts';
import { formatOf } from './lines.ts';
import { readFeed } from './store.ts';

/** Number of feed entries per read. */
const pageSize = 500;

/** Creates the adapter operation that reads the revenue feed of the simulated marketplace. */
export function createRevenuePort(
  partner: MarketplacePartner,
  inside: RunInOrganization,
): Pick<MarketplaceAdapter, 'readRevenue'> {
  if (!formatOf(partner)) return {};
  return {
    readRevenue: async (cursor = '') => {
      const found = await inside((scope) => readFeed(scope, partner, cursor, pageSize));
      return {
        lines: found.flatMap(({ line }) => (line === null ? [] : [JSON.parse(line) as RevenueLine])),
        usage: found.flatMap(({ usage }) => (usage === null ? [] : [JSON.parse(usage) as BilledUsage])),
        cursor: found.at(-1)?.id ?? cursor,
        hasMore: found.length === pageSize,
      };
    },
  };
}
