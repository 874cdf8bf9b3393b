import { type CatalogueEntry, signup } from './entry.ts';

export const mkD: readonly CatalogueEntry[] = [
  {
    slug: 'insight-instance',
    name: 'Demonstration Insight',
    productType: 'SUBSCRIPTION',
    fulfillmentUrl: signup('insight'),
    info: {
      currency: 'CNY',
      commits: [
        { key: 'basic', name: 'Basic', rate: 6_800, length: 1, timeUnit: 'MONTH', type: 'FLAT_RATE' },
        {
          key: 'basic-year',
          name: 'Basic, a year',
          rate: 68_000,
          length: 1,
          timeUnit: 'YEAR',
          type: 'FLAT_RATE',
        },
      ],
    },
  },
  {
    slug: 'shield-metered',
    name: 'Demonstration Shield',
    productType: 'USAGE_BASED',
    fulfillmentUrl: signup('shield'),
    info: {
      currency: 'CNY',
      dimensions: [
        { key: 'Frequency', name: 'Calls', description: 'A thousand calls', rate: 0.5 },
        { key: 'Storage', name: 'Storage', description: 'Gigabyte and hour', rate: 0.02 },
      ],
    },
  },
];
