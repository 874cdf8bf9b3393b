import { isObject, type Json } from '../../ui/form/pointers.ts';

/** A common offer, which fills in fields of the form. Prices stay empty, because only the seller knows them. */
export type OfferTemplate = {
  name: string;
  help: string;
  /** The values of `info` by sales channel: a marketplace, or DIRECT. Other channels do not have the template. */
  channels: Readonly<Record<string, Json>>;
  /** The pointers of the prices that the seller still enters. */
  prices: readonly string[];
};

const yearly = { key: 'seats', quantity: 1, length: 1, timeUnit: 'YEAR' };
/** Rates on marketplace C are the price of a month. */
const monthly = { key: 'seats', quantity: 1, length: 1, timeUnit: 'MONTH' };
const rate = '/info/commits/0/rate';

export const offerTemplates: readonly OfferTemplate[] = [
  {
    name: 'Annual subscription',
    help: 'A term of a year, with a price for each unit.',
    channels: {
      DIRECT: { commits: [yearly] },
      MKA: { commits: [yearly], mkAAgreementDuration: 'P1Y' },
      MKB: { commits: [yearly] },
      MKC: { commits: [monthly], mkCDuration: 12 },
      MKE: { commits: [yearly] },
      MKF: { commits: [yearly], mkFOffer: { contract_duration_months: 12 } },
    },
    prices: [rate],
  },
  {
    name: 'Three years paid yearly',
    help: 'A term of three years, with a payment each year.',
    channels: {
      DIRECT: {
        commits: [{ ...yearly, length: 3 }],
        billingIntervalInMonths: 12,
        paymentSchedule: 'PREPAY',
      },
      MKA: { commits: [yearly], mkAAgreementDuration: 'P3Y' },
      MKC: {
        commits: [monthly],
        mkCDuration: 36,
        mkCPaymentSchedule: 'PREPAY',
        mkCPaymentRecurrence: 'YEARLY_PERIOD',
      },
      MKF: { commits: [yearly], mkFOffer: { contract_duration_months: 36 } },
    },
    prices: [rate],
  },
  {
    name: 'Usage with a monthly minimum',
    help: 'Usage is invoiced each month, at least with the minimum.',
    channels: {
      DIRECT: {
        billableDimensions: [{ name: 'Usage', category: 'basic' }],
        billingIntervalInMonths: 1,
        paymentSchedule: 'POSTPAY',
      },
    },
    prices: [
      '/info/billableDimensions/0/priceModelBasic/unitAmount',
      '/info/billableDimensions/0/minimumCommit',
    ],
  },
  {
    name: 'Free trial then annual',
    help: 'A month without charge at the beginning of a term of a year.',
    channels: {
      DIRECT: { commits: [yearly], trialConfig: { trialPeriod: 1, trialPeriodUnit: 'MONTH' } },
    },
    prices: [rate],
  },
];

/** Returns the templates of a sales channel; other types than private offers have none. */
export const templatesFor = ({ partner, offerType = 'PRIVATE' }: Json): OfferTemplate[] =>
  offerType === 'PRIVATE' ? offerTemplates.filter(({ channels }) => channelOf(partner) in channels) : [];

const channelOf = (partner: unknown): string => String(partner || 'DIRECT');

/** Lists the values within a record with their pointers; a list is one value. */
const leavesOf = (values: Json, at: string): [pointer: string, value: unknown][] =>
  Object.entries(values).flatMap(([name, value]) =>
    isObject(value) ? leavesOf(value, `${at}/${name}`) : [[`${at}/${name}`, value]],
  );

/**
 * Returns the values with which a template fills in the form. Values of the other templates of the channel are removed,
 * so that nothing of an earlier choice remains.
 */
export function valuesOf(template: OfferTemplate, partner: unknown): Map<string, unknown> {
  const of = (one: OfferTemplate) => leavesOf(one.channels[channelOf(partner)] ?? {}, '/info');
  const values = new Map<string, unknown>(
    offerTemplates.flatMap(of).map(([pointer]) => [pointer, undefined] as const),
  );
  for (const [pointer, value] of of(template)) values.set(pointer, value);
  return values;
}
