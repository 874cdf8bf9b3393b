import type { Pages } from '../../http/pages.ts';
import type { Call, Operations } from '../calls.ts';
import { notFound } from '../errors.ts';
import type { Plan, Product, Records } from '../procurement/records.ts';
import { page } from './operations.ts';

const location = 'locations/global';

export const standardOfferOf = ({ name, standardOffer = name }: Plan): string => standardOffer;

const productsOf = ({ products }: Records, projectId: string): readonly Product[] =>
  products.filter(({ providerId }) => `${providerId}-public` === projectId);
const serviceNameOf = ({ providerId, serviceName }: Product) =>
  `projects/${providerId}-public/${location}/services/${serviceName}`;
export const standardOfferName = (product: Product, plan: Plan): string =>
  `${serviceNameOf(product)}/standardOffers/${standardOfferOf(plan)}`;

/** Finds the product and the plan of a public offer. */
export function findBase(records: Records, name: string): { product: Product; plan: Plan } | undefined {
  for (const product of records.products)
    for (const plan of product.plans) if (standardOfferName(product, plan) === name) return { product, plan };
  return undefined;
}
export const planOfBase = (records: Records, name: string): string | undefined =>
  findBase(records, name)?.plan.name;
export const isBaseOffer = (records: Records, projectId: string, name: string): boolean =>
  name.startsWith(`projects/${projectId}/`) && findBase(records, name) !== undefined;

type Parts = { records: Records; pages: Pages; projectOf: (call: Call) => string };

/** Creates the operations that list products, their public offers and their SKUs. */
export function createListingOperations({ records, pages, projectOf }: Parts): Operations {
  const products = (call: Call) => productsOf(records, projectOf(call));
  const productOf = (call: Call): Product => {
    const found = products(call).find(({ serviceName }) => serviceName === call.parameters.service);
    if (!found) throw notFound();
    return found;
  };
  const one = (rows: readonly { name: string }[], id = ''): object => {
    const found = rows.find(({ name }) => name.endsWith(`/${id}`));
    if (!found) throw notFound();
    return found;
  };
  const list = ({ query }: Call, rows: readonly object[], name: string) =>
    page(pages, rows, name, query.pageSize, query.pageToken);
  return {
    listServices: (call) =>
      list(
        call,
        products(call).map((product) => showService(product, false)),
        'services',
      ),
    getService: (call) => showService(productOf(call), call.query.view === 'SERVICE_VIEW_FULL'),
    listStandardOffers: (call) => list(call, standardOffers(productOf(call), false), 'standardOffers'),
    getStandardOffer: (call) =>
      one(
        standardOffers(productOf(call), call.query.view === 'STANDARD_OFFER_VIEW_FULL'),
        call.parameters.offer,
      ),
    listSkus: (call) => list(call, skus(productOf(call)), 'skus'),
    getSku: (call) => one(skus(productOf(call)), call.parameters.sku),
  };
}

const showService = (product: Product, isFull: boolean): object => ({
  name: serviceNameOf(product),
  ...(isFull && { title: `Product ${product.externalName}` }),
  productType: product.productType,
});

/** Each plan has one public offer without an end. */
const standardOffers = (product: Product, isFull: boolean) =>
  product.plans.map((plan) => ({
    name: standardOfferName(product, plan),
    effectiveTime: '2020-01-01T00:00:00Z',
    serviceLevel: plan.name,
    ...(isFull && { serviceLevelTitle: `Plan ${plan.name}` }),
    priceModel: {
      ...(plan.isUsageBased && { usage: { skuList: { skus: skus(product).map(({ name }) => name) } } }),
    },
  }));

/** Each metric has one SKU with the same id. */
const skus = (product: Product) =>
  product.metrics.map((metric) => ({
    name: `${serviceNameOf(product)}/skus/${metric}`,
    description: `Usage of ${metric}`,
  }));
