import type { MarketplacePartner } from '../../partners.ts';
import type { JsonObject } from '../../specifications.ts';
import type { Fee, Meter } from '../listings/facts.ts';

/** A product of the catalogue, in the format that a seller would enter. */
export type CatalogueEntry = {
  slug: string;
  name: string;
  productType: string;
  fulfillmentUrl?: string;
  info: JsonObject & { commits?: readonly Fee[]; dimensions?: readonly Meter[] };
};

/** The sign-up URL for buyers of the demonstration products. */
const signup = (product: string): string => `https://demonstration.example/signup/${product}`;

const perYear = { length: 1, timeUnit: 'YEAR', type: 'FLAT_RATE' };
const perMonth = { length: 1, timeUnit: 'MONTH', type: 'FLAT_RATE' };
const entitled = { types: ['Entitled'] };
const metered = { types: ['ExternallyMetered'] };

const planOnB = (planId: string, planName: string) => ({ planId, planName });

const planOnC = (name: string, values: Readonly<Record<string, string>>) => ({
  name,
  featureValues: Object.entries(values).map(([featureName, featureValue]) => ({ featureName, featureValue })),
});

const rows = { name: 'Rows scanned', description: 'Million rows' };
const hosts = { key: 'hosts', name: 'Protected hosts', description: 'Host and hour', rate: 0.02 };
const insight = { name: 'Demonstration Insight', fulfillmentUrl: signup('insight') };
const shield = { name: 'Demonstration Shield', fulfillmentUrl: signup('shield') };
const onboarding = { name: 'Demonstration Onboarding', productType: 'PROFESSIONAL_SERVICES' };

/** The products of each sandbox marketplace. */
export const entries: Record<MarketplacePartner, readonly CatalogueEntry[]> = {
  MKA: [
    {
      slug: 'insight-contract',
      ...insight,
      productType: 'CONTRACT',
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
          { key: 'team', name: 'Team', description: 'Up to 10 people', rate: 12_000, ...perYear },
          { key: 'company', name: 'Company', description: 'Up to 100 people', rate: 96_000, ...perYear },
          { key: 'company', name: 'Company', description: 'Up to 100 people', rate: 9_000, ...perMonth },
        ].map((commit) => ({ ...commit, ...entitled })),
        dimensions: [
          {
            key: 'rows_scanned',
            name: 'Rows scanned',
            rate: 0.05,
            ...metered,
            description: 'Millions of rows beyond the contract',
          },
          { key: 'exports', name: 'Exports', description: 'Reports sent to others', rate: 0.01, ...metered },
        ],
      },
    },
    {
      slug: 'shield-usage',
      ...shield,
      productType: 'USAGE_BASED',
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
          { ...hosts, ...metered },
          { key: 'events', name: 'Analysed events', description: 'Thousand events', rate: 0.004, ...metered },
        ],
      },
    },
    {
      slug: 'onboarding-services',
      ...onboarding,
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
            rate: 15_000,
            ...perYear,
            ...entitled,
            description: 'Two weeks with two engineers',
          },
        ],
      },
    },
  ],
  MKB: [
    {
      slug: 'insight-saas',
      ...insight,
      productType: 'SUBSCRIPTION',
      info: {
        mkBProduct: { resourceType: 'softwareAsAService' },
        commits: [
          { key: 'basic', name: 'Basic', description: 'Dashboards for one team', rate: 1_000, ...perMonth },
          {
            key: 'premium',
            name: 'Premium',
            rate: 96_000,
            ...perYear,
            description: 'Dashboards for the company',
          },
        ],
        dimensions: [
          { key: 'rows', ...rows, rate: 0.05, ...planOnB('basic', 'Basic') },
          { key: 'rows', ...rows, rate: 0.03, ...planOnB('premium', 'Premium') },
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
            ...perMonth,
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
            category: 'vCPU',
            rate: 0.06,
            description: 'The gateway’s image, by core',
            ...planOnB('gateway-linux', 'Gateway on Linux'),
          },
        ],
      },
    },
  ],
  MKC: [
    {
      slug: 'insight-plans',
      ...insight,
      productType: 'SUBSCRIPTION',
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
                planOnC('starter', { seats: '10', sources: '5', support: '48' }),
                planOnC('enterprise', { seats: 'Any number', sources: 'Any number', support: '4' }),
              ],
            },
          },
        },
        commits: [
          { key: 'starter', name: 'Starter', description: 'One team', rate: 900, ...perMonth },
          { key: 'enterprise', name: 'Enterprise', description: 'The company', rate: 7_500, ...perMonth },
        ],
        dimensions: [
          { key: 'rows_scanned', ...rows, rate: 0.05 },
          { key: 'exports', name: 'Exports', description: 'Reports sent to others', rate: 0.01 },
        ],
      },
    },
    {
      slug: 'shield-usage',
      ...shield,
      productType: 'USAGE_BASED',
      info: {
        mkCProduct: {
          listingSpec: {
            marketingSpec: { tagLine: 'Stops what should not run', searchCategories: ['SECURITY'] },
            purchaseSpec: {
              features: [{ name: 'retention', title: 'Retention', description: 'Days of history' }],
              purchaseOptionSpecs: [planOnC('payg', { retention: '90' })],
            },
          },
        },
        commits: [{ key: 'payg', name: 'Pay as you go', description: 'By usage only', rate: 0, ...perMonth }],
        dimensions: [hosts],
      },
    },
  ],
  MKD: [
    {
      slug: 'insight-instance',
      ...insight,
      productType: 'SUBSCRIPTION',
      info: {
        currency: 'CNY',
        commits: [
          { key: 'basic', name: 'Basic', rate: 6_800, ...perMonth },
          { key: 'basic-year', name: 'Basic, a year', rate: 68_000, ...perYear },
        ],
      },
    },
    {
      slug: 'shield-metered',
      ...shield,
      productType: 'USAGE_BASED',
      info: {
        currency: 'CNY',
        dimensions: [
          { key: 'Frequency', name: 'Calls', description: 'A thousand calls', rate: 0.5 },
          { key: 'Storage', name: 'Storage', description: 'Gigabyte and hour', rate: 0.02 },
        ],
      },
    },
  ],
  MKE: [
    {
      slug: 'insight-saas',
      ...insight,
      productType: 'SUBSCRIPTION',
      info: {
        commits: [{ key: 'standard', name: 'Standard', rate: 24_000, ...perYear }],
        dimensions: [{ key: 'rows_scanned', ...rows, rate: 0.05 }],
      },
    },
    {
      slug: 'onboarding-services',
      ...onboarding,
      info: { commits: [{ key: 'package', name: 'Two weeks', rate: 15_000, ...perMonth }] },
    },
  ],
  MKF: [
    {
      slug: 'market-data',
      name: 'Demonstration Market Data',
      productType: 'SUBSCRIPTION',
      fulfillmentUrl: signup('market-data'),
      info: {
        mkFProduct: { shareType: 'DATA', replicationSchedule: '60 MINUTE' },
        commits: [
          { key: 'MONTHLY', name: 'Monthly', rate: 2_000, ...perMonth },
          { key: 'YEARLY', name: 'Yearly', rate: 20_000, ...perYear },
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
        commits: [{ key: 'BASE', name: 'Base', rate: 300, ...perMonth }],
        dimensions: [{ key: 'QUERY', name: 'Queries', description: 'A query that runs', rate: 0.1 }],
      },
    },
  ],
};
