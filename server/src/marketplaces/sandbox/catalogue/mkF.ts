import { type CatalogueEntry, signup } from './entry.ts';

export const mkF: readonly CatalogueEntry[] = [
  {
    slug: 'market-data',
    name: 'Demonstration Market Data',
    productType: 'SUBSCRIPTION',
    fulfillmentUrl: signup('market-data'),
    info: {
      mkFProduct: { shareType: 'DATA', replicationSchedule: '60 MINUTE' },
      commits: [
        { key: 'MONTHLY', name: 'Monthly', rate: 2_000, length: 1, timeUnit: 'MONTH', type: 'FLAT_RATE' },
        { key: 'YEARLY', name: 'Yearly', rate: 20_000, length: 1, timeUnit: 'YEAR', type: 'FLAT_RATE' },
      ],
    },
  },
  {
    slug: 'insight-app',
    name: 'Demonstration Insight for Warehouses',
    productType: 'USAGE_BASED',
    fulfillmentUrl: signup('insight-app'),
    info: {
      mkFProduct: { shareType: 'APPLICATION' },
      commits: [{ key: 'BASE', name: 'Base', rate: 300, length: 1, timeUnit: 'MONTH', type: 'FLAT_RATE' }],
      dimensions: [{ key: 'QUERY', name: 'Queries', description: 'A query that runs', rate: 0.1 }],
    },
  },
];
