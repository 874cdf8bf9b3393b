import type { OfferRefusal } from '../../rules/contract.ts';
import type { OfferSpec } from '../../specifications.ts';
import { wrongDates } from './dates.ts';
import { wrongPrices } from './prices.ts';
import { missingPlan, unknownNames } from './product.ts';
import { required } from './required.ts';
import { type OfferOfC, violated } from './terms.ts';
import { wrongValues } from './values.ts';

/** Finds the reasons why marketplace C would reject a private offer. */
export function judge(spec: OfferSpec, now: Date): readonly OfferRefusal[] {
  const offer = spec as OfferOfC;
  return [
    ...violated(required, offer, now).map((refusal) => ({ ...refusal, isMissing: true as const })),
    ...missingPlan(offer),
    ...wrongValues(offer, now),
    ...wrongPrices(offer, now),
    ...wrongDates(offer, now),
    ...unknownNames(offer),
  ];
}
