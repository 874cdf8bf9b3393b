import { type CatalogueEntry, signup } from './entry.ts';

const featuresIn = (name: string, values: Readonly<Record<string, string>>) => ({
  name,
  featureValues: Object.entries(values).map(([featureName, featureValue]) => ({ featureName, featureValue })),
});

const month = { length: 1, timeUnit: 'MONTH', type: 'FLAT_RATE' };

export const mkC: readonly CatalogueEntry[] = [
  {
    slug: 'insight-plans',
    name: 'Demonstration Insight',
    productType: 'SUBSCRIPTION',
    fulfillmentUrl: signup('insight'),
    info: {
      mkCProduct: {
        listingSpec: {
          marketingSpec: {
            tagLine: 'Dashboards over all your data',
            searchCategories: ['ANALYTICS'],
            searchKeywords: ['analytics', 'dashboards'],
          },
          purchaseSpec: {
            features: [
              { name: 'seats', title: 'Seats', description: 'People who may sign in' },
              { name: 'sources', title: 'Sources', description: 'Connected sources' },
              { name: 'support', title: 'Support', description: 'Hours until an answer' },
            ],
            purchaseOptionSpecs: [
              featuresIn('starter', { seats: '10', sources: '5', support: '48' }),
              featuresIn('enterprise', { seats: 'Any number', sources: 'Any number', support: '4' }),
            ],
          },
        },
      },
      commits: [
        { key: 'starter', name: 'Starter', description: 'One team', rate: 900, ...month },
        { key: 'enterprise', name: 'Enterprise', description: 'The company', rate: 7_500, ...month },
      ],
      dimensions: [
        { key: 'rows_scanned', name: 'Rows scanned', description: 'Million rows', rate: 0.05 },
        { key: 'exports', name: 'Exports', description: 'Reports sent to others', rate: 0.01 },
      ],
    },
  },
  {
    slug: 'shield-usage',
    name: 'Demonstration Shield',
    productType: 'USAGE_BASED',
    fulfillmentUrl: signup('shield'),
    info: {
      mkCProduct: {
        listingSpec: {
          marketingSpec: { tagLine: 'Stops what should not run', searchCategories: ['SECURITY'] },
          purchaseSpec: {
            features: [{ name: 'retention', title: 'Retention', description: 'Days of history' }],
            purchaseOptionSpecs: [featuresIn('payg', { retention: '90' })],
          },
        },
      },
      commits: [{ key: 'payg', name: 'Pay as you go', description: 'By usage only', rate: 0, ...month }],
      dimensions: [{ key: 'hosts', name: 'Protected hosts', description: 'Host and hour', rate: 0.02 }],
    },
  },
];
