import { type CatalogueEntry, signup } from './entry.ts';

export const mkE: readonly CatalogueEntry[] = [
  {
    slug: 'insight-saas',
    name: 'Demonstration Insight',
    productType: 'SUBSCRIPTION',
    fulfillmentUrl: signup('insight'),
    info: {
      commits: [
        { key: 'standard', name: 'Standard', rate: 24_000, length: 1, timeUnit: 'YEAR', type: 'FLAT_RATE' },
      ],
      dimensions: [{ key: 'rows_scanned', name: 'Rows scanned', description: 'Million rows', rate: 0.05 }],
    },
  },
  {
    slug: 'onboarding-services',
    name: 'Demonstration Onboarding',
    productType: 'PROFESSIONAL_SERVICES',
    info: {
      commits: [
        { key: 'package', name: 'Two weeks', rate: 15_000, length: 1, timeUnit: 'MONTH', type: 'FLAT_RATE' },
      ],
    },
  },
];
