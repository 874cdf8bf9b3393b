import { type CatalogueEntry, signup } from './entry.ts';

const year = { length: 1, timeUnit: 'YEAR', types: ['Entitled'], type: 'FLAT_RATE' };
const month = { length: 1, timeUnit: 'MONTH', types: ['Entitled'], type: 'FLAT_RATE' };
const metered = ['ExternallyMetered'];

export const mkA: readonly CatalogueEntry[] = [
  {
    slug: 'insight-contract',
    name: 'Demonstration Insight',
    productType: 'CONTRACT',
    fulfillmentUrl: signup('insight'),
    info: {
      eulaType: 'SCMP',
      refundCancellationPolicy: 'Refunds within 14 days of the purchase.',
      mkASaasProduct: {
        Description: {
          ShortDescription: 'Dashboards over all your data.',
          LongDescription: 'Connects warehouses, queues and files, and shows what changed and why.',
          Categories: ['Business Intelligence & Advanced Analytics'],
          Highlights: ['Ready in an hour', 'Row-level permissions', 'No data leaves your account'],
          SearchKeywords: ['analytics', 'dashboards', 'reports'],
        },
      },
      commits: [
        { key: 'team', name: 'Team', description: 'Up to 10 people', rate: 12_000, ...year },
        { key: 'company', name: 'Company', description: 'Up to 100 people', rate: 96_000, ...year },
        { key: 'company', name: 'Company', description: 'Up to 100 people', rate: 9_000, ...month },
      ],
      dimensions: [
        {
          key: 'rows_scanned',
          name: 'Rows scanned',
          description: 'Millions of rows beyond the contract',
          rate: 0.05,
          types: metered,
        },
        {
          key: 'exports',
          name: 'Exports',
          description: 'Reports sent to others',
          rate: 0.01,
          types: metered,
        },
      ],
    },
  },
  {
    slug: 'shield-usage',
    name: 'Demonstration Shield',
    productType: 'USAGE_BASED',
    fulfillmentUrl: signup('shield'),
    info: {
      eulaType: 'SCMP',
      mkASaasProduct: {
        Description: {
          ShortDescription: 'Watches workloads and stops what should not run.',
          Categories: ['Security'],
          Highlights: ['One agent', 'Findings in seconds'],
        },
      },
      dimensions: [
        {
          key: 'hosts',
          name: 'Protected hosts',
          description: 'Host and hour',
          rate: 0.02,
          types: metered,
        },
        {
          key: 'events',
          name: 'Analysed events',
          description: 'Thousand events',
          rate: 0.004,
          types: metered,
        },
      ],
    },
  },
  {
    slug: 'onboarding-services',
    name: 'Demonstration Onboarding',
    productType: 'PROFESSIONAL_SERVICES',
    info: {
      mkAProfessionalServicesProduct: {
        Description: {
          ShortDescription: 'Our engineers set it up with yours.',
          Categories: ['Implementation'],
        },
      },
      commits: [
        {
          key: 'units',
          name: 'Onboarding',
          description: 'Two weeks with two engineers',
          rate: 15_000,
          ...year,
        },
      ],
    },
  },
];
