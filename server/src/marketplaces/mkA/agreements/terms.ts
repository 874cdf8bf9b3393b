import type { AcceptedTerm } from '@aws-sdk/client-marketplace-agreement';
import type { JsonObject } from '../../specifications.ts';
import type { ShownTerm } from '../shown/offer-details.ts';
import { infoOf } from '../shown/prices.ts';

/** A term of an agreement begins small where the same term of an offer begins with a capital. */
const capitalised = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(capitalised);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
      capitalised(item),
    ]),
  );
};

/** The terms of an agreement as those of an offer are shown. */
const shownTerms = (terms: readonly AcceptedTerm[]): ShownTerm[] =>
  terms.flatMap((term) =>
    Object.entries(term)
      .filter(([name, value]) => value && name !== '$unknown')
      .map(([name, value]): ShownTerm => {
        const shown = capitalised(value) as ShownTerm;
        return { ...shown, Type: shown.Type ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` };
      }),
  );

/** Commercial terms, in the fields of an entitlement's info; nothing where there is no price among them. */
export function termsOf(terms: readonly AcceptedTerm[]): JsonObject | undefined {
  const { startTime: _start, mkAAgreementDuration: _duration, ...info } = infoOf(shownTerms(terms));
  if (!info.commits && !info.dimensions && !info.paymentInstallments) return undefined;
  const chosen = chosenLength(terms);
  const commits = info.commits as JsonObject[] | undefined;
  // The agreement is for the length that was chosen; prices for other lengths were an offer.
  const kept = chosen && commits ? agreedOf(commits, chosen, terms) : commits;
  return { ...info, ...(kept ? { commits: kept } : {}) };
}

const choiceIn = (terms: readonly AcceptedTerm[]) =>
  terms.find((term) => term.configurableUpfrontPricingTerm)?.configurableUpfrontPricingTerm;
const chosenLength = (terms: readonly AcceptedTerm[]): string | undefined =>
  choiceIn(terms)?.configuration?.selectorValue;

/** The commits that were bought: for the length that was chosen, in the quantities that were. */
function agreedOf(commits: JsonObject[], length: string, terms: readonly AcceptedTerm[]): JsonObject[] {
  const quantities = quantitiesOf(terms) ?? {};
  const card = choiceIn(terms)?.rateCards?.find(({ selector }) => selector?.value === length);
  const prices = new Map((card?.rateCard ?? []).map(({ dimensionKey, price }) => [dimensionKey, price]));
  return commits
    .filter(
      ({ key, rate }) =>
        typeof key === 'string' &&
        Object.hasOwn(quantities, key) &&
        (prices.size === 0 || Number(prices.get(key)) === rate),
    )
    .filter(({ key }, index, list) => list.findIndex((other) => other.key === key) === index)
    .map(({ buyerQuantityConfigurable: _, ...commit }) => ({
      ...commit,
      quantity: quantities[commit.key as string],
    }));
}

/** The quantities that the buyer chose, by dimension; nothing where there was no choice. */
export function quantitiesOf(terms: readonly AcceptedTerm[]): Record<string, number> | undefined {
  const dimensions = choiceIn(terms)?.configuration?.dimensions;
  if (!dimensions || dimensions.length === 0) return undefined;
  return Object.fromEntries(
    dimensions.flatMap(({ dimensionKey, dimensionValue }) =>
      dimensionKey === undefined ? [] : [[dimensionKey, dimensionValue ?? 1]],
    ),
  );
}
