import { Decimal } from 'decimal.js';
import type { JsonObject } from '../../specifications.ts';
import { type ShownTerm, termIn } from './offer-details.ts';

/** Reads the terms of an offer into the fields of an offer's info. Fields without a term stay absent. */
export function infoOf(terms: readonly ShownTerm[] | undefined): JsonObject {
  const usage = termIn(terms, 'UsageBasedPricingTerm', 'ResaleUsageBasedPricingTerm');
  const fixed = termIn(terms, 'FixedUpfrontPricingTerm', 'ResaleFixedUpfrontPricingTerm');
  const choice = termIn(terms, 'ConfigurableUpfrontPricingTerm', 'ResaleConfigurableUpfrontPricingTerm');
  const schedule = termIn(terms, 'PaymentScheduleTerm', 'ResalePaymentScheduleTerm');
  const validity = termIn(terms, 'ValidityTerm');
  const duration = validity?.AgreementDuration;
  const paymentInstallments = paymentsOf(schedule);
  return withoutUndefined({
    currency: (fixed ?? choice ?? usage ?? schedule)?.CurrencyCode,
    commits: fixed ? fixedCommits(fixed, duration, schedule) : choice && chosenCommits(choice),
    dimensions: usage && dimensionsOf(usage),
    paymentInstallments,
    mkAAgreementDuration: duration,
    startTime: validity?.AgreementStartDate,
    refundCancellationPolicy: termIn(terms, 'SupportTerm')?.RefundPolicy,
    netTermsInDays: parseDays(termIn(terms, 'NetPaymentTerm', 'ResaleNetPaymentTerm')?.PaymentDuePeriod),
    autoRenew: termIn(terms, 'RenewalTerm') ? true : undefined,
    ...eulaOf(termIn(terms, 'LegalTerm', 'BuyerLegalTerm')),
  });
}

/** Converts a duration of the marketplace to the length of a commit. */
export function lengthOf(duration: string | undefined): JsonObject {
  const [, count, unit] = /^P(\d+)([DMY])$/.exec(duration ?? '') ?? [];
  if (!count || !unit) return {};
  const months = unit === 'M' ? Number(count) : undefined;
  if (months && months % 12 === 0) return { length: months / 12, timeUnit: 'YEAR' };
  return { length: Number(count), timeUnit: unit === 'D' ? 'DAY' : unit === 'M' ? 'MONTH' : 'YEAR' };
}

/** Reads the commits of a fixed price; the rate is known only for a single commit. */
function fixedCommits(fixed: ShownTerm, duration: string | undefined, schedule: ShownTerm | undefined) {
  const grants = fixed.Grants ?? [];
  const total = (schedule?.Schedule ?? []).reduce(
    (sum, { ChargeAmount }) => sum.plus(ChargeAmount ?? 0),
    new Decimal(fixed.Price ?? 0),
  );
  const length = lengthOf(fixed.Duration ?? duration);
  return grants.map(({ DimensionKey, MaxQuantity = 1 }) => {
    const rate = grants.length === 1 ? total.dividedBy(MaxQuantity || 1).toDecimalPlaces(8) : undefined;
    return withoutUndefined({
      key: DimensionKey,
      name: DimensionKey,
      quantity: MaxQuantity,
      rate: rate?.toNumber(),
      ...length,
    });
  });
}

const chosenCommits = (choice: ShownTerm) =>
  (choice.RateCards ?? []).flatMap(({ Selector, Constraints, RateCard = [] }) =>
    RateCard.map(({ DimensionKey, Price }) =>
      withoutUndefined({
        key: DimensionKey,
        name: DimensionKey,
        rate: Price === undefined ? undefined : Number(Price),
        buyerQuantityConfigurable: Constraints?.QuantityConfiguration === 'Allowed' ? true : undefined,
        ...lengthOf(Selector?.Value),
      }),
    ),
  );

const dimensionsOf = (usage: ShownTerm) =>
  (usage.RateCards ?? []).flatMap(({ RateCard = [] }) =>
    RateCard.map(({ DimensionKey, Price }) =>
      withoutUndefined({
        key: DimensionKey,
        name: DimensionKey,
        rate: Price === undefined ? undefined : Number(Price),
      }),
    ),
  );

const paymentsOf = (schedule: ShownTerm | undefined) =>
  schedule?.Schedule?.map(({ ChargeDate, ChargeAmount }) =>
    withoutUndefined({
      amount: ChargeAmount === undefined ? undefined : Number(ChargeAmount),
      chargeOn: ChargeDate && new Date(ChargeDate).toISOString(),
    }),
  );

function eulaOf(legal: ShownTerm | undefined): JsonObject {
  const document = legal?.Documents?.find(({ Type }) => Type === 'StandardEula' || Type === 'CustomEula');
  if (!document) return {};
  // The marketplace's document URL is not stored, because it is signed and expires soon.
  return document.Type === 'StandardEula' ? { eulaType: 'SCMP' } : { eulaType: 'CUSTOM' };
}

const parseDays = (period: string | undefined): number | undefined => {
  const days = /^P(\d+)D$/.exec(period ?? '')?.[1];
  return days === undefined ? undefined : Number(days);
};

/** Removes undefined members. */
export const withoutUndefined = <T extends JsonObject>(value: T): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined));
