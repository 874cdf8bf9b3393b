import type { AcceptedTerm } from '@aws-sdk/client-marketplace-agreement';
import type { JsonObject } from '../../specifications.ts';
import type { ShownTerm } from '../shown/offer-details.ts';
import { infoOf } from '../shown/prices.ts';

/**
 * Converts member names to upper camel case: agreement terms use lower camel case, offer terms upper camel
 * case.
 */
const toUpperCamelCase = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toUpperCamelCase);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
      toUpperCamelCase(item),
    ]),
  );
};

/** Converts the terms of an agreement to the format of offer terms. */
const shownTerms = (terms: readonly AcceptedTerm[]): ShownTerm[] =>
  terms.flatMap((term) =>
    Object.entries(term)
      .filter(([name, value]) => value && name !== '$unknown')
      .map(([name, value]): ShownTerm => {
        const shown = toUpperCamelCase(value) as ShownTerm;
        return { ...shown, Type: shown.Type ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` };
      }),
  );

/** Reads the commercial terms into the fields of an entitlement's info; empty when no term has a price. */
export function termsOf(terms: readonly AcceptedTerm[]): JsonObject | undefined {
  const { startTime: _start, mkAAgreementDuration: _duration, ...info } = infoOf(shownTerms(terms));
  if (!info.commits && !info.dimensions && !info.paymentInstallments) return undefined;
  const chosen = chosenLength(terms);
  const commits = info.commits as JsonObject[] | undefined;
  // Selects the prices for the duration that the buyer chose; the other prices were alternatives in the
  // offer.
  const kept = chosen && commits ? agreedOf(commits, chosen, terms) : commits;
  return { ...info, ...(kept ? { commits: kept } : {}) };
}

const choiceIn = (terms: readonly AcceptedTerm[]) =>
  terms.find((term) => term.configurableUpfrontPricingTerm)?.configurableUpfrontPricingTerm;
const chosenLength = (terms: readonly AcceptedTerm[]): string | undefined =>
  choiceIn(terms)?.configuration?.selectorValue;

/** Reads the commits that the buyer bought, for the chosen duration and quantities. */
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

/** Reads the quantities that the buyer chose, by dimension; undefined if the offer has fixed quantities. */
export function quantitiesOf(terms: readonly AcceptedTerm[]): Record<string, number> | undefined {
  const dimensions = choiceIn(terms)?.configuration?.dimensions;
  if (!dimensions || dimensions.length === 0) return undefined;
  return Object.fromEntries(
    dimensions.flatMap(({ dimensionKey, dimensionValue }) =>
      dimensionKey === undefined ? [] : [[dimensionKey, dimensionValue ?? 1]],
    ),
  );
}
