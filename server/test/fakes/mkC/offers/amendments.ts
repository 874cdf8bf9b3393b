import type { Entitlement, Product, Records } from '../procurement/records.ts';
import { findBase, standardOfferName } from './listings.ts';
import type { PrivateOffer } from './offers.ts';
import type { OfferContent, PriceModel, Violation } from './rules.ts';

type World = { records: Records; offers: readonly PrivateOffer[] };
type Target = {
  requiredPrivateOffer?: string;
  requiredStandardOffer?: string;
  optionalOffers?: { privateOffers: string[] };
};

const nameOf = ({ projectId, location, id }: PrivateOffer) =>
  `projects/${projectId}/locations/${location}/privateOffers/${id}`;
const last = (name = '') => name.split('/').at(-1);

const ordersOf = ({ records }: World, billingAccount: string, product: Product): Entitlement[] =>
  records
    .entitlementsOf(product.providerId)
    .filter(
      (one) =>
        one.product === product && one.account.billingAccount === billingAccount && one.state === 'ACTIVE',
    );

/** Returns the active order of a product that a billing account pays. */
export const heldBy = (world: World, billingAccount: string, product: Product): Entitlement | undefined =>
  ordersOf(world, billingAccount, product)[0];

/** Returns the offer that a new offer to a billing account must or may amend. */
export function amendmentTarget(
  world: World,
  projectId: string,
  billingAccount: string,
  base: string,
): Target {
  const { product } = findBase(world.records, base) ?? {};
  if (!product) return {};
  const orders = ordersOf(world, billingAccount, product);
  const held = orders.flatMap(({ offer }) => world.offers.filter(({ id }) => id === last(offer.name)));
  const names = held.filter((one) => one.projectId === projectId).map(nameOf);
  if (product.isOrderedOften) return names.length > 0 ? { optionalOffers: { privateOffers: names } } : {};
  if (names[0]) return { requiredPrivateOffer: names[0] };
  const plan = product.plans.find(({ name }) => name === orders[0]?.plan);
  return plan ? { requiredStandardOffer: standardOfferName(product, plan) } : {};
}

const at = 'single_product_offer';
const amended = `${at}.amended_private_offer`;

/** Lists why an offer cannot be published as an amendment. */
export function amendmentViolations(world: World, { projectId, content }: PrivateOffer): Violation[] {
  const { customer, singleProductOffer: product } = content;
  const { amendedPrivateOffer, amendedStandardOffer, baseStandardOffer = '' } = product ?? {};
  const target = amendmentTarget(world, projectId, customer?.targetBillingAccount ?? '', baseStandardOffer);
  if (target.requiredStandardOffer !== amendedStandardOffer)
    return [
      { field: `${at}.amended_standard_offer`, description: 'Must be the offer that the customer has.' },
    ];
  const possible = target.requiredPrivateOffer
    ? [target.requiredPrivateOffer]
    : [...(target.optionalOffers?.privateOffers ?? []), undefined];
  if (!possible.includes(amendedPrivateOffer))
    return [{ field: amended, description: 'Must be the offer that the customer has.' }];
  const before = world.offers.find(({ id }) => id === last(amendedPrivateOffer))?.content;
  return before ? incompatibilities(before, content) : [];
}

/** Lists differences that an amendment must not make while the amended offer has not ended. */
function incompatibilities(before: OfferContent, after: OfferContent): Violation[] {
  const [old, now] = [modelOf(before), modelOf(after)];
  const found: Violation[] = [];
  if (after.offerDealType === 'NEW' && before.offerDealType !== 'NEW')
    found.push({ field: 'offer_deal_type', description: 'NEW is not allowed for this amendment.' });
  const allowed: Readonly<Record<string, readonly string[]>> = { usage: ['usage', 'list', 'all'] };
  if (!(allowed[formOf(old)] ?? [formOf(old)]).includes(formOf(now)))
    found.push({ field: `${at}.price_model`, description: 'The form of the price must not change.' });
  else if (commitmentOf(now) < commitmentOf(old))
    found.push({
      field: `${at}.standard_interval_price.price_model.commitment.commitment_amount`,
      description: 'Must not be lower than that of the amended offer.',
    });
  const [was, is] = [before, after].map(
    ({ singleProductOffer: one }) => one?.standardIntervalPrice?.standardInterval ?? 'CUSTOM',
  );
  if (formOf(old) !== 'usage' && is !== was && is !== 'CUSTOM')
    found.push({
      field: `${at}.standard_interval_price.standard_interval`,
      description: 'A standard interval may only stay or become custom.',
    });
  return found;
}

const modelOf = ({ singleProductOffer: one }: OfferContent): PriceModel =>
  one?.standardIntervalPrice?.priceModel ?? one?.customIntervalPrice?.installments?.[0]?.priceModel ?? {};

/** Returns the form of a price: a flat fee, usage only, or a commitment with usage at list price or discounted. */
function formOf({ flatFee, commitment, usage }: PriceModel): string {
  if (flatFee) return 'flat';
  if (!commitment) return 'usage';
  return usage ? 'all' : 'list';
}

const commitmentOf = ({ commitment }: PriceModel): number => Number(commitment?.commitmentAmount?.units ?? 0);
