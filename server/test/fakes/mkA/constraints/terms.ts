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

/** What the terms of offers and of resale authorizations have in common. */
const key = like(1, 100);
const choice = oneOf('Allowed', 'Disallowed');
const mostUnits = 2_147_483_646;

export const account = matching(/^\d{12}$/, 'AWS account IDs must be in valid format (12-digit number)');

/** The address of a document. Where the store is this service itself, the address is checked as the vendor's store has it. */
export const documentUrl = (pattern: RegExp, words: string): Check => {
  const check = all(like(1, 32_000), matching(pattern, words));
  return (value, field) => check(typeof value === 'string' ? atVendor(value) : value, field);
};
const atVendor = (url: string): string =>
  url.replace(/^http:\/\/127\.0\.0\.1:\d+\/([^/]+)\//, 'https://$1.s3.us-east-1.amazonaws.com/');

/** The list of terms of a change that sets one, or by an empty list none. */
export const terms = (min: number, term: Check): Check => object({ Terms: list(min, 1, term) });

const rates = (places: number) => list(1, 800, object({ DimensionKey: key, Price: decimal(places) }));

/** How many units of which dimension; of how many at most need not be said in an offer. */
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

/** Pricing terms by their types; those of resale authorizations have the prefix Resale. Usage is sold in one currency. */
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
