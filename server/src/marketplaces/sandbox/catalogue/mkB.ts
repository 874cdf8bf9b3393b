import { type CatalogueEntry, signup } from './entry.ts';

export const mkB: readonly CatalogueEntry[] = [
  {
    slug: 'insight-saas',
    name: 'Demonstration Insight',
    productType: 'SUBSCRIPTION',
    fulfillmentUrl: signup('insight'),
    info: {
      mkBProduct: { resourceType: 'softwareAsAService' },
      commits: [
        {
          key: 'basic',
          name: 'Basic',
          description: 'Dashboards for one team',
          rate: 1_000,
          length: 1,
          timeUnit: 'MONTH',
          type: 'FLAT_RATE',
        },
        {
          key: 'premium',
          name: 'Premium',
          description: 'Dashboards for the company',
          rate: 96_000,
          length: 1,
          timeUnit: 'YEAR',
          type: 'FLAT_RATE',
        },
      ],
      dimensions: [
        {
          key: 'rows',
          name: 'Rows scanned',
          description: 'Million rows',
          rate: 0.05,
          planId: 'basic',
          planName: 'Basic',
        },
        {
          key: 'rows',
          name: 'Rows scanned',
          description: 'Million rows',
          rate: 0.03,
          planId: 'premium',
          planName: 'Premium',
        },
      ],
    },
  },
  {
    slug: 'desk-per-user',
    name: 'Demonstration Desk',
    productType: 'PER_USER',
    fulfillmentUrl: signup('desk'),
    info: {
      mkBProduct: { resourceType: 'softwareAsAService' },
      commits: [
        {
          key: 'agents',
          name: 'Agents',
          description: 'A seat of the help desk',
          rate: 45,
          length: 1,
          timeUnit: 'MONTH',
          type: 'PER_USER',
          minimumUsers: 3,
          maximumUsers: 500,
        },
      ],
    },
  },
  {
    slug: 'gateway-vm',
    name: 'Demonstration Gateway',
    productType: 'USAGE_BASED',
    info: {
      mkBProduct: { resourceType: 'mkBVirtualMachine' },
      dimensions: [
        {
          key: 'core',
          name: 'Core and hour',
          description: 'The gateway’s image, by core',
          category: 'vCPU',
          rate: 0.06,
          planId: 'gateway-linux',
          planName: 'Gateway on Linux',
        },
      ],
    },
  },
];
