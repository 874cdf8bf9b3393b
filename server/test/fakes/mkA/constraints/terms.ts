import {
  all,
  type Check,
  date,
  decimal,
  duration,
  like,
  list,
  matching,
  object,
  oneOf,
  whole,
} from './checks.ts';

/** Constraints that apply to both offers and resale authorizations. */
const key = like(1, 100);
const choice = oneOf('Allowed', 'Disallowed');
const mostUnits = 2_147_483_646;

export const account = matching(/^\d{12}$/, 'AWS account IDs must be in valid format (12-digit number)');

/**
 * Checks a document URL. A URL in the local service's own store is checked by the rules of the vendor's
 * store.
 */
export const documentUrl = (pattern: RegExp, words: string): Check => {
  const check = all(like(1, 32_000), matching(pattern, words));
  return (value, field) => check(typeof value === 'string' ? atVendor(value) : value, field);
};
const atVendor = (url: string): string =>
  url.replace(/^http:\/\/127\.0\.0\.1:\d+\/([^/]+)\//, 'https://$1.s3.us-east-1.amazonaws.com/');

/** Checks the terms of a change: a list with one term, or an empty list to remove the term. */
export const terms = (min: number, term: Check): Check => object({ Terms: list(min, 1, term) });

const rates = (places: number) => list(1, 800, object({ DimensionKey: key, Price: decimal(places) }));

/** Checks quantities by dimension; an offer may omit the maximum quantity. */
export const grants = (max: number, quantity: 'required' | 'optional'): Check => {
  const MaxQuantity = whole(1, mostUnits);
  return list(
    1,
    max,
    quantity === 'required'
      ? object({ DimensionKey: key, MaxQuantity })
      : object({ DimensionKey: key }, { MaxQuantity }),
  );
};

const upfrontCards = list(
  1,
  5,
  object({
    Selector: object({ Type: oneOf('Duration'), Value: duration }),
    Constraints: object({ MultipleDimensionSelection: choice, QuantityConfiguration: choice }),
    RateCard: rates(3),
  }),
);

/**
 * Checks pricing terms by type. Types of resale authorizations have the prefix Resale. Usage prices have one
 * currency.
 */
export const pricingTerms = (
  prefix: '' | 'Resale',
  currency: Check,
  { quantity }: { quantity: 'required' | 'optional' },
): Readonly<Record<string, Check>> => {
  const typed = (name: string) => ({ Type: oneOf(`${prefix}${name}`) });
  return {
    [`${prefix}UsageBasedPricingTerm`]: object({
      ...typed('UsageBasedPricingTerm'),
      CurrencyCode: oneOf('USD'),
      RateCards: list(1, 1, object({ RateCard: rates(8) })),
    }),
    [`${prefix}ConfigurableUpfrontPricingTerm`]: object({
      ...typed('ConfigurableUpfrontPricingTerm'),
      CurrencyCode: currency,
      RateCards: upfrontCards,
    }),
    [`${prefix}FixedUpfrontPricingTerm`]: object(
      {
        ...typed('FixedUpfrontPricingTerm'),
        CurrencyCode: currency,
        Price: decimal(3),
        Grants: grants(200, quantity),
        // An authorization sets the duration only here; an offer can set it by its validity.
        ...(prefix ? { Duration: duration } : {}),
      },
      { Duration: duration },
    ),
  };
};

export const schedule = (type: string, currency: Check): Check =>
  object({
    Type: oneOf(type),
    CurrencyCode: currency,
    Schedule: list(1, 60, object({ ChargeDate: date, ChargeAmount: decimal(2) })),
  });

export const paymentPeriod = (type: string): Check =>
  object({ Type: oneOf(type), PaymentDuePeriod: oneOf('P15D', 'P30D', 'P45D', 'P60D', 'P90D', 'P120D') });
