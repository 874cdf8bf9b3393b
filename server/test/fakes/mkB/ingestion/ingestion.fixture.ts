import { type Credentials, clientFor, graphScope, refused } from '../calls.fixture.ts';
import type { Product } from '../fulfilment/products.ts';

const schema = 'https://schema.mp.microsoft.com/schema';
export const account = 'ac357579-e860-54a6-80b3-66958aea67fe:7471d04e-f696-4d20-af34-fa78d51e419c_2019-05-31';

/** Returns a live private offer to a customer, at a discount. */
export const customerOffer = ({ durableId, plans }: Product, more: Record<string, unknown> = {}) => ({
  $schema: `${schema}/private-offer/2023-07-15`,
  name: 'seller-ofr_01',
  privateOfferType: 'customerPromotion',
  offerPricingType: 'editExistingOfferPricingOnly',
  state: 'live',
  variableStartDate: true,
  end: '2032-05-31',
  acceptBy: '2031-06-15',
  beneficiaries: [{ id: account }],
  pricing: [
    { product: durableId, plan: plans[0]?.durableId, discountType: 'percentage', discountPercentage: 5 },
  ],
  ...more,
});

/** Returns a price for a new plan, as a job’s resource. */
export const newPlanPrice = ({ durableId, plans }: Product, resourceName: string) => ({
  $schema: `${schema}/price-and-availability-private-offer-plan/2023-07-15`,
  resourceName,
  product: durableId,
  plan: plans[0]?.durableId,
  offerPricingType: 'saasNewCustomizedPlans',
  pricing: {
    recurrentPrice: {
      recurrentPriceMode: 'flatRate',
      priceInputOption: 'usd',
      prices: [
        {
          billingTerm: { type: 'year', value: 1 },
          paymentOption: { type: 'month', value: 1 },
          pricePerPaymentInUsd: 99.5,
        },
      ],
    },
    customMeters: {
      priceInputOption: 'usd',
      meters: { calls: { includedQuantities: [{ billingTerm: { type: 'year', value: 1 }, quantity: 10 }] } },
    },
  },
});

/** Creates a client of the ingestion interface. */
export async function ingestionClient(url: string, credentials: Credentials) {
  const client = await clientFor(url, credentials, graphScope);
  const base = `${url}/rp/product-ingestion`;
  const read = (path: string, version = '2023-07-15') =>
    client.get(`${base}${path}${path.includes('?') ? '&' : '?'}$version=${version}`);
  const configure = (...resources: object[]) =>
    client.post(`${base}/configure?$version=2022-07-01`, {
      $schema: `${schema}/configure/2022-07-01`,
      resources,
    });
  return {
    read,
    configure,
    post: (path: string) => client.call('POST', `${base}${path}?$version=2022-07-01`),
    /** Sends a request without resources that names another schema. */
    configureAs: ($schema: string) =>
      refused(client.post(`${base}/configure?$version=2022-07-01`, { $schema, resources: [] })),
    /** Sends resources that their schemas forbid. */
    configureWrongly: (...resources: object[]) => refused(configure(...resources)),
    statusOf: async (jobId: string) => (await read(`/configure/${jobId}/status`, '2022-07-01')).body,
  };
}
export type IngestionClient = Awaited<ReturnType<typeof ingestionClient>>;
