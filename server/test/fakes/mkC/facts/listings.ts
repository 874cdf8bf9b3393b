import type { Facts, OperationFacts } from '../../facts/contract.ts';
import { everyOfferCall as everyCall } from './common.ts';

const services = '/v1beta/projects/{project:segment}/locations/{location:segment}/services';
const service = `${services}/{service:segment}`;
const paged = { ...everyCall.query, pageSize: 'digits', pageToken: 'text' };

const operations = {
  listServices: {
    method: 'GET',
    path: services,
    ...everyCall,
    query: paged,
    answers: { 200: 'ServiceList' },
  },
  getService: {
    method: 'GET',
    path: service,
    ...everyCall,
    query: { ...everyCall.query, view: 'ServiceView' },
    answers: { 200: 'Service' },
  },
  listStandardOffers: {
    method: 'GET',
    path: `${service}/standardOffers`,
    ...everyCall,
    query: { ...paged, filter: 'text', orderBy: 'text' },
    answers: { 200: 'StandardOfferList' },
  },
  getStandardOffer: {
    method: 'GET',
    path: `${service}/standardOffers/{offer:segment}`,
    ...everyCall,
    query: { ...everyCall.query, view: 'StandardOfferView' },
    answers: { 200: 'StandardOffer' },
  },
  listSkus: {
    method: 'GET',
    path: `${service}/skus`,
    ...everyCall,
    query: paged,
    answers: { 200: 'SkuList' },
  },
  getSku: { method: 'GET', path: `${service}/skus/{sku:segment}`, ...everyCall, answers: { 200: 'Sku' } },
} satisfies Record<string, OperationFacts>;

/**
 * The part of the interface for private offers that lists products, their public offers and their SKUs, without the
 * prices of SKUs.
 */
export const listingFacts = {
  operations,
  choices: {
    ServiceView: ['SERVICE_VIEW_UNSPECIFIED', 'SERVICE_VIEW_BASIC', 'SERVICE_VIEW_FULL'],
    StandardOfferView: [
      'STANDARD_OFFER_VIEW_UNSPECIFIED',
      'STANDARD_OFFER_VIEW_BASIC',
      'STANDARD_OFFER_VIEW_FULL',
    ],
  },
  records: {
    // `productType` is in newer clients than the protocol files. Its values may grow, so they are not listed.
    Service: { name: 'text', title: 'text', productType: 'text' },
    ServiceList: { services: 'Service[]', nextPageToken: 'text' },
    StandardOffer: {
      name: 'text',
      createTime: 'time',
      updateTime: 'time',
      effectiveTime: 'time',
      expireTime: 'time',
      serviceLevel: 'text',
      serviceLevelTitle: 'text',
      termDurationMonths: 'int32',
      priceModel: 'StandardPriceModel',
    },
    StandardPriceModel: { usage: 'StandardUsage', flatFee: 'StandardFlatFee' },
    StandardUsage: { skuList: 'SkuNames', skuGroupList: 'SkuGroupNames' },
    SkuNames: { skus: 'text[]' },
    SkuGroupNames: { skuGroups: 'text[]' },
    StandardFlatFee: { sku: 'text' },
    StandardOfferList: { standardOffers: 'StandardOffer[]', nextPageToken: 'text' },
    Sku: { name: 'text', description: 'text' },
    SkuList: { skus: 'Sku[]', nextPageToken: 'text' },
  },
} satisfies Facts;
