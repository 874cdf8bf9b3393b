import type { Clock } from '../../http/clock.ts';
import { createLagging } from '../../http/lagging.ts';
import { type Product, planOf } from '../fulfilment/products.ts';
import type { Ids } from '../ids.ts';
import { JobFailure } from './jobs.ts';
import { schemaAddress } from './versions.ts';

export type OfferType =
  | 'customerPromotion'
  | 'cspPromotion'
  | 'multipartyPromotionOriginator'
  | 'multipartyPromotionChannelPartner';

type Pricing = {
  product: string;
  plan?: string;
  basePlan?: string;
  discountType: string;
  discountPercentage?: number;
  newPlanDetails?: { name: string; description: string };
  priceDetails?: { resourceName: string };
};

/** A private offer as a caller sends it. */
export type SentOffer = {
  id?: string;
  name: string;
  privateOfferType: OfferType;
  offerPricingType?: string;
  state: 'draft' | 'live' | 'withdrawn' | 'deleted';
  variableStartDate?: boolean;
  start?: string;
  end?: string;
  acceptBy?: string;
  beneficiaries?: { id: string }[];
  partners?: { id: string }[];
  pricing?: Pricing[];
} & Record<string, unknown>;

export type PrivateOffer = {
  id: string;
  owner: string;
  sent: SentOffer;
  state: SentOffer['state'];
  subState: 'pendingAcceptance' | 'accepted' | 'pendingPartnerAction' | undefined;
  /** Identifiers of absolute prices, by the name that the job gave them. */
  prices: ReadonlyMap<string, string>;
  links: { beneficiaryId: string; link: string }[];
  changedMs: number;
  etag: string;
};

export type OwnedProduct = { tenantId: string; product: Product };
type Parts = { products: readonly OwnedProduct[]; clock: Clock; ids: Ids };

/** Simulates private offers. */
export function createOffers({ products, clock, ids }: Parts) {
  const offers = new Map<string, PrivateOffer>();
  const history = createLagging<PrivateOffer>();
  const today = () => new Date(clock.now()).toISOString().slice(0, 10);
  const put = (offer: PrivateOffer): void => {
    offer.changedMs = clock.now();
    offer.etag = `"${ids.hex(8)}-0000-0800-0000-${ids.hex(12)}"`;
    offers.set(offer.id, offer);
    history.put(offer.id, clock.now(), { ...offer });
  };
  const requireOwn = (id: string, owner: string): PrivateOffer => {
    const offer = offers.get(id.toLowerCase());
    if (offer?.owner === owner && offer.state !== 'deleted') return offer;
    throw new JobFailure(`The private offer ${id} was not found.`);
  };
  const publish = (offer: PrivateOffer): void => {
    const isOriginator = offer.sent.privateOfferType === 'multipartyPromotionOriginator';
    offer.state = 'live';
    offer.subState = isOriginator ? 'pendingPartnerAction' : 'pendingAcceptance';
    if (!isOriginator) addLinks(offer);
    addPlans(offer, products, ids);
  };
  return {
    find: (id: string) => offers.get(id.toLowerCase()),
    all: () => [...offers.values()],
    /** Lists the offers of an owner as they were some time ago. */
    list: (owner: string, lagMs: number) =>
      history.asOf(clock.now() - lagMs).filter((offer) => offer.owner === owner && offer.state !== 'deleted'),
    /** Creates or changes an offer as a job says. Offers with equal names are different offers. */
    apply: (owner: string, sent: SentOffer, prices: ReadonlyMap<string, string>): PrivateOffer => {
      const known = sent.id === undefined ? undefined : requireOwn(sent.id, owner);
      if (known) requireChangeable(known, sent.state, today());
      if (sent.state === 'draft' || sent.state === 'live')
        checkOffer(sent, { products, owner, today: today() });
      const offer = known ?? newOffer(`private-offer/${ids.uuid()}`, owner, sent);
      if (sent.state === 'withdrawn' || sent.state === 'deleted') {
        offer.state = sent.state;
        offer.subState = undefined;
        offer.links = [];
      } else {
        offer.sent = { ...offer.sent, ...sent };
        offer.prices = new Map([...offer.prices, ...prices]);
        if (sent.state === 'live') publish(offer);
      }
      put(offer);
      return offer;
    },
    /** Simulates the selling partner, who publishes an offer of several parties to the customer. */
    partnerPublishes: (id: string): void => {
      const offer = requireState(offers.get(id), 'pendingPartnerAction');
      offer.subState = 'pendingAcceptance';
      addLinks(offer);
      put(offer);
    },
    /** Simulates the customer, who accepts a live offer until its last day. */
    accept: (id: string): PrivateOffer => {
      const offer = requireState(offers.get(id), 'pendingAcceptance');
      if (isExpired(offer, today())) throw new Error('The private offer has expired.');
      offer.subState = 'accepted';
      put(offer);
      return offer;
    },
  };
}
export type Offers = ReturnType<typeof createOffers>;

const newOffer = (id: string, owner: string, sent: SentOffer): PrivateOffer => ({
  id,
  owner,
  sent,
  state: 'draft',
  subState: undefined,
  prices: new Map(),
  links: [],
  changedMs: 0,
  etag: '',
});

const isExpired = ({ state, subState, sent }: PrivateOffer, today: string): boolean =>
  state === 'live' && subState !== 'accepted' && sent.acceptBy !== undefined && sent.acceptBy < today;

/** Rejects a change that the state of the offer does not allow. */
function requireChangeable(offer: PrivateOffer, wanted: SentOffer['state'], today: string): void {
  const { state, subState, sent } = offer;
  if (subState === 'accepted') throw new JobFailure('An accepted private offer cannot be changed.');
  if (wanted === 'deleted' && state !== 'draft')
    throw new JobFailure('Only a private offer in the state draft can be deleted.');
  if (wanted === 'withdrawn') {
    if (state !== 'live') throw new JobFailure('Only a live private offer can be withdrawn.');
    if (sent.privateOfferType === 'multipartyPromotionOriginator' && subState === 'pendingAcceptance')
      throw new JobFailure('The selling partner must withdraw the private offer first.');
    return;
  }
  if (state === 'live' && !isExpired(offer, today))
    throw new JobFailure('A live private offer must be withdrawn before it can be changed.');
  if (state === 'withdrawn') throw new JobFailure('A withdrawn private offer cannot be published again.');
}

/** Creates the plans that a private offer customizes. */
function addPlans({ sent }: PrivateOffer, products: readonly OwnedProduct[], ids: Ids): void {
  for (const { product, basePlan, newPlanDetails } of sent.pricing ?? []) {
    const found = products.find((one) => one.product.durableId === product)?.product;
    const base = found?.plans.find(({ durableId }) => durableId === basePlan);
    if (!found || !base || !newPlanDetails) continue;
    const planId = `${base.planId}-${ids.hex(6)}`;
    const { durableId: _id, ...copied } = base;
    const plan = { ...copied, planId, displayName: newPlanDetails.name, isPrivate: true };
    found.plans.push(planOf(plan, `${found.durableId.replace('product', 'plan')}/${ids.uuid()}`));
  }
}

/** Adds the addresses at which the customers accept the offer. */
function addLinks(offer: PrivateOffer): void {
  const [, guid] = offer.id.split('/');
  offer.links = (offer.sent.beneficiaries ?? []).map(({ id }) => ({
    beneficiaryId: id,
    link: `https://portal.azure.com/#view/Microsoft_Azure_Marketplace/PrivateOffer/${guid}`,
  }));
}

function requireState(offer: PrivateOffer | undefined, subState: string): PrivateOffer {
  if (offer?.subState === subState) return offer;
  throw new Error(`The private offer is ${offer?.state} ${offer?.subState ?? ''}, not ${subState}.`);
}

/** Rejects what the schema allows and the marketplace does not: days, products and prices. */
function checkOffer(
  { start, end, acceptBy, pricing = [], offerPricingType, state }: SentOffer,
  { products, owner, today }: { products: readonly OwnedProduct[]; owner: string; today: string },
): void {
  if (end !== undefined && new Date(Date.parse(end) + 24 * 3_600_000).getUTCDate() !== 1)
    throw new JobFailure('The end date must be the last day of a month.');
  if (start !== undefined && (!start.endsWith('-01') || start <= today))
    throw new JobFailure('The start date must be the first day of a coming month.');
  if (state === 'live' && acceptBy !== undefined && acceptBy < today)
    throw new JobFailure('The acceptBy date is in the past.');
  if (acceptBy !== undefined && end !== undefined && acceptBy > end)
    throw new JobFailure('The acceptBy date is after the end date.');
  for (const { product, plan, basePlan, discountType, discountPercentage, newPlanDetails } of pricing) {
    const found = products.find(
      (one) => one.product.durableId === product && one.tenantId === owner,
    )?.product;
    if (!found) throw new JobFailure(`The product ${product} was not found.`);
    const isNew = offerPricingType === 'saasNewCustomizedPlans' || offerPricingType === 'newCustomizedPlans';
    const named = isNew ? basePlan : (plan ?? basePlan);
    if (named !== undefined && !found.plans.some(({ durableId }) => durableId === named))
      throw new JobFailure(`The plan ${named} was not found.`);
    if (named === undefined || (isNew && !newPlanDetails))
      throw new JobFailure('The pricing must name a plan, and a new plan its details.');
    if (discountType === 'percentage' && !(Number(discountPercentage) <= 100))
      throw new JobFailure('The discountPercentage must be from 0 to 100.');
  }
}

/** Shows an offer in a version of its schema. The version of 2022 has another letter case and name of the tag. */
export function showOffer(offer: PrivateOffer, version: string): Record<string, unknown> {
  const { sent, state, subState, etag, links, changedMs, prices } = offer;
  const isOlder = version < '2023';
  const titled = (text: string) => (isOlder ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text);
  const { resourceName: _name, pricing, ...rest } = sent;
  return {
    ...rest,
    $schema: schemaAddress('private-offer', version),
    id: offer.id,
    state: titled(state),
    ...(subState && { subState: titled(subState) }),
    ...(pricing && {
      pricing: pricing.map(({ priceDetails, discountType, ...price }) => ({
        ...price,
        discountType: titled(discountType),
        ...(priceDetails && { priceDetails: prices.get(priceDetails.resourceName) }),
      })),
    }),
    lastModified: new Date(changedMs).toISOString().slice(0, 10),
    ...(links.length > 0 && { acceptanceLinks: links }),
    [isOlder ? '_etag' : 'eTag']: etag,
  };
}

/** Returns the plan that an accepted offer sells, for a purchase. */
export const planOfOffer = ({ sent }: PrivateOffer, { plans }: Product): string | undefined => {
  const [first] = sent.pricing ?? [];
  const made = plans.find(
    ({ displayName, isPrivate }) => isPrivate && displayName === first?.newPlanDetails?.name,
  );
  return (made ?? plans.find(({ durableId }) => durableId === first?.plan))?.planId;
};
