import type { Offer, Term } from '../catalog/entities.ts';
import { endOfDay, termOf } from '../catalog/entities.ts';

/**
 * A buyer’s selection: quantities by dimension, the duration, and whether the agreement renews automatically.
 */
export type Choice = {
  dimensions?: Readonly<Record<string, number>>;
  duration?: string;
  autoRenew?: boolean;
};

/** Adds a duration to a time, by the calendar in UTC. */
export function later(ms: number, duration: string): number {
  const part = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(duration)?.[1] ?? 0);
  const date = new Date(ms);
  date.setUTCMonth(date.getUTCMonth() + part('M') + 12 * part('Y'));
  date.setUTCDate(date.getUTCDate() + part('D') + 7 * part('W'));
  return date.getTime();
}

const chosenDuration = ({ terms }: Offer, { duration }: Choice): string | undefined =>
  duration ??
  termOf(terms, 'ConfigurableUpfrontPricingTerm')?.RateCards?.[0]?.Selector?.Value ??
  termOf(terms, 'FixedUpfrontPricingTerm')?.Duration;

/**
 * Returns start and end of an agreement that was accepted at a given time. Pay-as-you-go agreements have no
 * end.
 */
export function spanOf(
  offer: Offer,
  choice: Choice,
  acceptedMs: number,
): { startMs: number; endMs: number | undefined } {
  const { AgreementStartDate, AgreementEndDate, AgreementDuration } =
    termOf(offer.terms, 'ValidityTerm') ?? {};
  const startMs =
    AgreementStartDate === undefined ? acceptedMs : Date.parse(`${AgreementStartDate}T00:00:00.000Z`);
  if (AgreementEndDate !== undefined) return { startMs, endMs: endOfDay(AgreementEndDate) };
  const duration = AgreementDuration ?? chosenDuration(offer, choice);
  return { startMs, endMs: duration === undefined ? undefined : later(startMs, duration) };
}

/**
 * Returns the quantities that the buyer may use: the selected quantities, by default one of each dimension
 * with a prepaid price, or the grants of the offer.
 */
export function grantsOf(offer: Offer, { dimensions }: Choice): { dimension: string; quantity: number }[] {
  const fixed = termOf(offer.terms, 'FixedUpfrontPricingTerm') ?? termOf(offer.terms, 'FreeTrialPricingTerm');
  if (fixed?.Grants)
    return fixed.Grants.map(({ DimensionKey, MaxQuantity = 1 }) => ({
      dimension: DimensionKey,
      quantity: MaxQuantity,
    }));
  const cards = termOf(offer.terms, 'ConfigurableUpfrontPricingTerm')?.RateCards?.[0]?.RateCard ?? [];
  const chosen = dimensions ?? Object.fromEntries(cards.map(({ DimensionKey }) => [DimensionKey, 1]));
  return Object.entries(chosen).map(([dimension, quantity]) => ({ dimension, quantity }));
}

/** Returns the total price of the agreement, as far as the terms fix the price in advance. */
export function chargesOf(offer: Offer, choice: Choice): { amount: string; currency: string } {
  const currency = offer.terms.find(({ CurrencyCode }) => CurrencyCode)?.CurrencyCode ?? 'USD';
  const schedule = termOf(offer.terms, 'PaymentScheduleTerm')?.Schedule;
  const duration = chosenDuration(offer, choice);
  const cards = termOf(offer.terms, 'ConfigurableUpfrontPricingTerm')?.RateCards ?? [];
  const card = cards.find(({ Selector }) => Selector?.Value === duration) ?? cards[0];
  const cents = schedule
    ? schedule.reduce((sum, { ChargeAmount }) => sum + Math.round(Number(ChargeAmount) * 100), 0)
    : grantsOf(offer, choice).reduce(
        (sum, { dimension, quantity }) => {
          const price = card?.RateCard.find(({ DimensionKey }) => DimensionKey === dimension)?.Price ?? '0';
          return sum + Math.round(Number(price) * 100) * quantity;
        },
        Math.round(Number(termOf(offer.terms, 'FixedUpfrontPricingTerm')?.Price ?? 0) * 100),
      );
  return { amount: (cents / 100).toFixed(2), currency };
}

const seconds = (date: string, end = false) =>
  (end ? endOfDay(date) : Date.parse(`${date}T00:00:00Z`)) / 1000;
const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** Converts members to the agreement service’s naming; dates are seconds since 1970. */
function lowered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lowered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [lower(name), lowered(member)]));
}

/** Converts a term of an accepted offer, with the buyer's selection, to the format of GetAgreementTerms. */
export function acceptedTerm(term: Term, id: string, offer: Offer, choice: Choice): object {
  const body = lowered(term) as Record<string, unknown>;
  const { Schedule, AgreementStartDate, AgreementEndDate, PriceIncrease, TermTemplates, Type } = term;
  if (Schedule)
    body.schedule = Schedule.map(({ ChargeDate, ChargeAmount }) => ({
      chargeDate: seconds(ChargeDate),
      chargeAmount: ChargeAmount,
    }));
  if (AgreementStartDate !== undefined) body.agreementStartDate = seconds(AgreementStartDate);
  if (AgreementEndDate !== undefined) body.agreementEndDate = seconds(AgreementEndDate, true);
  if (PriceIncrease)
    body.priceIncrease =
      PriceIncrease.Type === 'FixedPercentage'
        ? { fixedPercentage: { value: PriceIncrease.Value } }
        : { percentageRange: lowered(PriceIncrease.Range) };
  if (TermTemplates)
    body.termTemplates = TermTemplates.map((template) => ({
      paymentScheduleTermTemplate: { schedule: lowered(template.Schedule) },
    }));
  if (Type === 'ConfigurableUpfrontPricingTerm')
    body.configuration = {
      selectorValue: chosenDuration(offer, choice),
      dimensions: grantsOf(offer, choice).map(({ dimension, quantity }) => ({
        dimensionKey: dimension,
        dimensionValue: quantity,
      })),
    };
  if (Type === 'RenewalTerm') body.configuration = { enableAutoRenew: choice.autoRenew ?? true };
  return { [lower(Type)]: { id, ...body } };
}
