import { listed } from '../../rules/checks.ts';
import { noneIfAbsent, refusal } from '../errors.ts';
import { idIn } from '../procurement/records.ts';
import type { OfferOfC } from '../rules/terms.ts';
import { serviceOf } from '../services.ts';
import type { Settings } from '../settings.ts';
import type { Producer } from './producer.ts';
import type { StandardOffer } from './records.ts';

/** Returns the plan that an offer names; undefined if the offer names none. */
export const planOf = ({ info }: OfferOfC): string | undefined => {
  const named = [
    ...(info.mkCPlans ?? []).map(({ name }) => name),
    ...(info.dimensions ?? []).map(({ planId }) => planId),
    ...(info.commits ?? []).map(({ key }) => key),
  ].find(Boolean);
  return named && idIn(named);
};

/** The product's public offer of a plan, on which a private offer is based. */
export type BaseOffer = { name: string; service: string };

/**
 * Finds the public offer on which a private offer is based. The ids of public offers are not their plans.
 * @throws MarketplaceError
 */
export async function findBaseOffer(
  offer: OfferOfC,
  { listStandardOffers }: Pick<Producer, 'listStandardOffers'>,
  settings: Settings,
  now: Date,
): Promise<BaseOffer> {
  const service = serviceOf(offer.externalProductId ?? '', settings);
  const all = await listStandardOffers(service).catch(noneIfAbsent);
  const open = (all ?? []).filter((one) => isOpen(one, now));
  if (open.length === 0)
    throw refusal(
      'NOT_FOUND',
      `productID: The marketplace has no public offer of the service ${service}. Check serviceNames in the integration’s settings, and publish a plan of the product.`,
    );
  const plans = [...new Set(open.flatMap(({ serviceLevel }) => serviceLevel ?? []))];
  const named = planOf(offer);
  // A commit may have the key of a metric or a fee; a product with one plan needs no name.
  const plan =
    named !== undefined && plans.includes(named) ? named : plans.length === 1 ? plans[0] : undefined;
  if (plan === undefined)
    throw refusal('NOT_FOUND', `info.mkCPlans: Name a plan of the product. Its plans: ${listed(plans)}.`);
  const [first] = open
    .filter(({ serviceLevel }) => serviceLevel === plan)
    .toSorted((one, other) => distance(one, offer) - distance(other, offer));
  return { name: first?.name ?? '', service };
}

const isOpen = ({ effectiveTime, expireTime }: StandardOffer, now: Date): boolean =>
  !(Date.parse(effectiveTime ?? '') > now.getTime()) && !(Date.parse(expireTime ?? '') <= now.getTime());

/** Several public offers of one plan differ in the length of their term. */
const distance = ({ termDurationMonths = 1 }: StandardOffer, { info }: OfferOfC): number =>
  Math.abs(termDurationMonths - (info.mkCDuration ?? 1));
