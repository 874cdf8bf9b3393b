import type { Fault, Model } from '../../facts/model.ts';
import type { Pages } from '../../http/pages.ts';
import { noteViolation } from '../../violations.ts';
import type { Answer, Call } from '../calls.ts';
import { ServiceError } from '../errors.ts';
import { type IngestionOperation, type SchemaName, schemaVersions } from '../facts/ingestion.ts';
import type { Plan, Product } from '../fulfilment/products.ts';
import type { Ids } from '../ids.ts';
import { type Jobs, type Step, showJob } from './jobs.ts';
import { type Offers, type OfferType, type OwnedProduct, type SentOffer, showOffer } from './offers.ts';
import { readSchema, schemaAddress, versionFor } from './versions.ts';

type Parts = {
  model: Model;
  jobs: Jobs;
  offers: Offers;
  products: readonly OwnedProduct[];
  pages: Pages;
  ids: Ids;
  settings: { lagMs: number; offersPerPage: number; withdrawsCustomerOffers: boolean };
};

const priceSchema = 'price-and-availability-private-offer-plan';

/** The record that each type of private offer must have in a request. */
const recordOf: Readonly<Record<OfferType, string>> = {
  customerPromotion: 'CustomerOffer',
  cspPromotion: 'ResellerOffer',
  multipartyPromotionOriginator: 'OriginatorOffer',
  multipartyPromotionChannelPartner: 'SellerOffer',
};

const refuse = (message: string, details: readonly Fault[] = []) =>
  new ServiceError(400, 'badRequest', message, {
    details: details.map(({ field, message: words }) => ({
      code: 'invalidValue',
      message: `${field}: ${words}`,
    })),
  });
const notFound = (message: string) => new ServiceError(404, 'notFound', message, { details: [] });

/** Simulates the operations of the ingestion interface. */
export const createIngestion = (parts: Parts): Record<IngestionOperation, (call: Call) => Answer> => ({
  ...createProductReads(parts),
  ...createOfferReads(parts),
  ...createJobCalls(parts),
});
type Calls<Name extends IngestionOperation> = Record<Name, (call: Call) => Answer>;

const limitOf = ({ query }: Call) => query.$version ?? '';
const shown = (name: SchemaName, call: Call) => schemaAddress(name, versionFor(name, limitOf(call)));

function createProductReads(parts: Parts): Calls<'listProducts' | 'listPlans' | 'getPrice'> {
  const { products } = parts;
  return {
    listProducts: (call) => {
      const $schema = shown('product', call);
      const own = products.filter(({ tenantId }) => tenantId === call.caller.tenantId);
      const wanted = own.filter(
        ({ product }) => call.query.externalID === undefined || product.offerId === call.query.externalID,
      );
      const rows = wanted.map(({ product }) => ({
        $schema,
        id: product.durableId,
        identity: { externalId: product.offerId },
        type: 'softwareAsAService',
        alias: product.name,
      }));
      return listPage(call, parts, rows, Number(call.query.$maxpagesize ?? 100));
    },
    listPlans: (call) => {
      const $schema = shown('plan', call);
      const id = (call.query.product ?? '').replace(/^(product\/)?/, 'product/');
      const found = products.find(
        ({ product, tenantId }) => product.durableId === id && tenantId === call.caller.tenantId,
      );
      if (!found) throw notFound('The product was not found.');
      const rows = found.product.plans.map((plan) => ({
        $schema,
        product: found.product.durableId,
        id: plan.durableId,
        identity: { externalId: plan.planId },
        alias: plan.displayName,
      }));
      return listPage(call, parts, rows, Number(call.query.$maxpagesize ?? 100));
    },
    getPrice: (call) => {
      const own = products.filter(({ tenantId }) => tenantId === call.caller.tenantId);
      const found = own.find(({ product }) => product.durableId === `product/${call.parameters.productId}`);
      const plan = found?.product.plans.find(({ durableId }) => durableId.endsWith(call.query.plan ?? ''));
      if (!found || !plan) throw notFound('The plan was not found.');
      return { status: 200, body: showPrice(found.product, plan, shown(priceSchema, call)) };
    },
  };
}

function createOfferReads(parts: Parts): Calls<'queryPrivateOffers' | 'getPrivateOffer'> {
  const { offers } = parts;
  return {
    queryPrivateOffers: (call) => {
      const version = versionFor('private-offer', limitOf(call));
      const rows = offers.list(call.caller.tenantId, parts.settings.lagMs);
      return listPage(
        call,
        parts,
        rows.map((offer) => showOffer(offer, version)),
        parts.settings.offersPerPage,
      );
    },
    getPrivateOffer: (call) => {
      const offer = offers.find(`private-offer/${call.parameters.id}`);
      if (offer?.owner !== call.caller.tenantId || offer.state === 'deleted')
        throw notFound('The private offer was not found.');
      return { status: 200, body: showOffer(offer, versionFor('private-offer', limitOf(call))) };
    },
  };
}

function createJobCalls(parts: Parts): Calls<'configure' | 'getJobStatus' | 'getJob' | 'cancelJob'> {
  const { jobs } = parts;
  return {
    configure: (call) => {
      const job = jobs.start(call.caller.tenantId, readSteps(call, parts));
      return { status: 202, body: showJob(job, shown('configure-status', call)) };
    },
    getJobStatus: (call) => {
      const job = jobs.poll(call.parameters.jobId ?? '', call.caller.tenantId);
      return { status: 200, body: showJob(job, shown('configure-status', call)) };
    },
    getJob: (call) => {
      const job = jobs.require(call.parameters.jobId ?? '', call.caller.tenantId);
      if (job.status !== 'completed') throw refuse('The job has not been completed.');
      const version = versionFor('private-offer', limitOf(call));
      const resources = job.done.map((step) => step.show()).filter((one) => 'offer' in one);
      return {
        status: 200,
        body: {
          $schema: schemaAddress('configure', schemaVersions.configure[0]),
          resources: resources.map((one) => showOffer((one as ShownStep).offer, version)),
        },
      };
    },
    cancelJob: (call) => {
      const job = jobs.cancel(call.parameters.jobId ?? '', call.caller.tenantId);
      return { status: 200, body: showJob(job, shown('configure-status', call)) };
    },
  };
}
type ShownStep = { offer: Parameters<typeof showOffer>[0] };

function listPage(call: Call, { pages }: Parts, rows: readonly object[], size: number): Answer {
  const { continuationToken, $version } = call.query;
  const page =
    continuationToken === undefined ? pages.first(rows, size) : pages.next<object>(continuationToken, size);
  if (!page) throw refuse('The continuationToken is not valid.');
  const query = new URLSearchParams({
    ...(call.query.product !== undefined && { product: call.query.product }),
    continuationToken: page.next ?? '',
    $version: $version ?? '',
  });
  return {
    status: 200,
    body: { value: page.rows, ...(page.next && { '@nextLink': `${call.base}${call.path}?${query}` }) },
  };
}

/** Reads the resources of a job. What their schemas forbid is refused at once, the rest fails in the job. */
function readSteps({ body, caller }: Call, parts: Parts): Step[] {
  const { $schema, resources } = body as { $schema: string; resources: Record<string, unknown>[] };
  const forbid = (message: string, faults: readonly Fault[] = []) => {
    noteViolation('mkB', 'configure', `${message} ${faults[0]?.field ?? ''} ${faults[0]?.message ?? ''}`);
    return refuse(message, faults);
  };
  if (readSchema($schema)?.name !== 'configure') throw forbid('The $schema of the request is not published.');
  const prices = new Map<string, string>();
  return resources.map((resource) => {
    const schema = readSchema(resource.$schema);
    if (schema?.name === priceSchema) {
      const faults = parts.model.recordFaults('PriceResource', resource);
      if (faults.length > 0) throw forbid('The price does not match its schema.', faults);
      return priceStep(resource, prices, parts.ids);
    }
    if (schema?.name !== 'private-offer') throw forbid('The $schema of a resource is not published.');
    const sent = resource as SentOffer;
    const withdraws = sent.privateOfferType === 'customerPromotion' && sent.state === 'withdrawn';
    if (withdraws && !parts.settings.withdrawsCustomerOffers)
      throw refuse('The private offer does not match its schema.', [
        { field: 'state', message: 'Allowed values: draft, live, deleted' },
      ]);
    const faults = offerFaults(withdraws ? { ...sent, state: 'deleted' } : sent, parts.model);
    if (faults.length > 0) throw forbid('The private offer does not match its schema.', faults);
    return offerStep(caller.tenantId, sent, prices, parts.offers);
  });
}

/** Shows the public prices of a plan, which a caller edits for a private offer. */
const showPrice = ({ durableId }: Product, plan: Plan, $schema: string) => ({
  $schema,
  id: `${priceSchema}/${durableId.split('/')[1]}/${plan.durableId.split('/').at(-1)}`,
  product: durableId,
  plan: plan.durableId,
  offerPricingType: 'editExistingOfferPricingOnly',
  pricing: {
    recurrentPrice: {
      recurrentPriceMode: plan.isPricePerSeat ? 'perUser' : 'flatRate',
      priceInputOption: 'usd',
      prices: plan.terms.map(({ termUnit, price }) => {
        const billingTerm = {
          type: termUnit.endsWith('M') ? 'month' : 'year',
          value: Number(/\d+/.exec(termUnit)?.[0]),
        };
        return { billingTerm, paymentOption: billingTerm, pricePerPaymentInUsd: price };
      }),
    },
    customMeters: {
      priceInputOption: 'usd',
      meters: Object.fromEntries(
        plan.dimensions.map(({ id, pricePerUnit = 1 }) => [id, { pricePerPaymentInUsd: pricePerUnit }]),
      ),
    },
  },
});

function priceStep(resource: Record<string, unknown>, prices: Map<string, string>, ids: Ids): Step {
  const [, product = ''] = String(resource.product).split('/');
  return {
    isDeletion: false,
    apply: () =>
      void prices.set(
        String(resource.resourceName),
        `price-and-availability-private-offer-plan/${product}/${Number.parseInt(ids.hex(12), 16)}`,
      ),
    show: () => ({}),
  };
}

function offerStep(
  owner: string,
  sent: SentOffer,
  prices: ReadonlyMap<string, string>,
  offers: Offers,
): Step {
  const applied: { offer?: ReturnType<Offers['apply']> } = {};
  return {
    isDeletion: sent.state === 'deleted',
    apply: () => {
      applied.offer = offers.apply(owner, sent, prices);
    },
    show: () => (sent.state === 'deleted' ? {} : applied),
  };
}

/** Lists the violations of the schema of an offer: its members, and what its state requires. */
function offerFaults(sent: SentOffer, model: Model): Fault[] {
  const record = recordOf[sent.privateOfferType];
  if (!record)
    return [{ field: 'privateOfferType', message: `Allowed values: ${Object.keys(recordOf).join(', ')}` }];
  const required = (names: readonly string[]): Fault[] =>
    names
      .filter(
        (name) => sent[name] === undefined || (Array.isArray(sent[name]) && (sent[name] as []).length === 0),
      )
      .map((field) => ({ field, message: 'Required' }));
  const faults = model.recordFaults(record, sent);
  if (faults.length > 0 || sent.state === 'withdrawn' || sent.state === 'deleted') return faults;
  return [
    ...required(['offerPricingType']),
    ...(sent.variableStartDate ? [] : required(['start'])),
    ...(sent.variableStartDate && sent.start !== undefined
      ? [{ field: 'start', message: 'Must be absent when variableStartDate is true' }]
      : []),
    ...(sent.state === 'live' ? required(requiredLive[sent.privateOfferType]) : []),
  ];
}

/** Members that a live offer must have. */
const requiredLive: Readonly<Record<OfferType, readonly string[]>> = {
  customerPromotion: ['end', 'acceptBy', 'beneficiaries', 'pricing'],
  cspPromotion: ['end', 'beneficiaries', 'pricing'],
  multipartyPromotionOriginator: ['end', 'acceptBy', 'beneficiaries', 'pricing', 'partners'],
  multipartyPromotionChannelPartner: [],
};
