import { inTable } from '../../in-table.ts';
import { isSet } from '../../rules/checks.ts';
import type { OfferRefusal } from '../../rules/contract.ts';
import {
  code,
  discountsIn,
  type InfoOfC,
  monthsOfPeriods,
  type OfferOfC,
  percentagesIn,
  type Requirement,
  recurrenceOf,
  violated,
} from './terms.ts';

/** Largest fee of a payment period, commitment or instalment. */
const largestFee = 1e9;
/** Largest credit of an instalment. */
const largestCredit = 1e6;

const recurrences = [...Object.keys(monthsOfPeriods), 'CUSTOM_PERIOD'];

const noArrears =
  'The marketplace no longer publishes offers with fees that are paid in arrears. Use PREPAY, or charge usage only.';

/** Requirements for fees, payment periods and discounts. */
const requirements: readonly Requirement[] = [
  {
    pointer: '/info/autoRenew',
    readable:
      'Offers with instalments do not renew at the marketplace. Remove autoRenew, or use a payment recurrence.',
    isViolated: ({ info }) => info.autoRenew === true && isCustom(info),
  },
  {
    pointer: '/info/mkCPaymentRecurrence',
    readable: `The marketplace has only these payment recurrences: ${recurrences.join(', ')}.`,
    isViolated: ({ info }) => !recurrences.includes(recurrenceOf(info) || 'CUSTOM_PERIOD'),
  },
  {
    pointer: '/info/mkCPaymentRecurrence',
    readable: 'An offer has either instalments or a payment recurrence. With instalments, use CUSTOM_PERIOD.',
    isViolated: ({ info }) => isSet(info.paymentInstallments) && recurrenceOf(info) in monthsOfPeriods,
  },
  {
    pointer: '/info/mkCPaymentSchedule',
    readable: noArrears,
    isViolated: ({ info }) => isInArrears(info.mkCPaymentSchedule) && hasFee(info),
  },
  {
    pointer: '/info/paymentSchedule',
    readable: noArrears,
    isViolated: ({ info }) => !info.mkCPaymentSchedule && isInArrears(info.paymentSchedule) && hasFee(info),
  },
  {
    pointer: '/info/mkCUsagePlanPriceModel',
    readable:
      'An offer has either a discount on the commitment or discounts on usage. Remove the discounts, or use another model than CUD_LIST_PRICE.',
    isViolated: ({ info }) =>
      info.mkCUsagePlanPriceModel === 'CUD_LIST_PRICE' && discountsIn(info).length > 0,
  },
  {
    pointer: '/info/commits',
    readable: `The marketplace supports fees of at most ${largestFee} USD for each payment period.`,
    isViolated: ({ info }) => feeOfPeriod(info) > largestFee,
  },
];

/** Finds prices that the marketplace rejects. */
export const wrongPrices = (offer: OfferOfC, now: Date): OfferRefusal[] => [
  ...violated(requirements, offer, now),
  ...largeAmounts(offer.info),
  ...inexactDiscounts(offer.info),
];

const isInArrears = (schedule: string | undefined) => schedule?.toUpperCase() === 'POSTPAY';

/** Returns whether the payment periods of an offer are not of one length. */
const isCustom = (info: InfoOfC): boolean =>
  isSet(info.paymentInstallments) || recurrenceOf(info) === 'CUSTOM_PERIOD';

const hasFee = ({ commits = [], paymentInstallments = [] }: InfoOfC): boolean =>
  commits.some(({ rate }) => (rate ?? 0) > 0) || paymentInstallments.some(({ amount }) => (amount ?? 0) > 0);

/** Computes the fees of a payment period. Rates on marketplace C are monthly (R42). */
const feeOfPeriod = (info: InfoOfC): number =>
  (info.commits ?? []).reduce((sum, { rate, quantity }) => sum + (rate ?? 0) * (quantity || 1), 0) *
  (inTable(monthsOfPeriods, recurrenceOf(info)) ?? 1);

const limitsOfInstallments = { amount: largestFee, credit: largestCredit } as const;

/** Finds instalments with a large amount or credit. */
function largeAmounts({ paymentInstallments = [] }: InfoOfC): OfferRefusal[] {
  return paymentInstallments.flatMap((installment, index) =>
    (['amount', 'credit'] as const)
      .filter((name) => (installment[name] ?? 0) > limitsOfInstallments[name])
      .map((name) => ({
        code,
        pointer: `/info/paymentInstallments/${index}/${name}`,
        readable: `The ${name} of the instalment exceeds the marketplace’s limit of ${limitsOfInstallments[name]} USD.`,
      })),
  );
}

/** Rejects discounts on usage with more than two decimals. */
const inexactDiscounts = (info: InfoOfC): OfferRefusal[] =>
  percentagesIn(info)
    .filter(({ value }) => value !== undefined && Math.abs(value * 100 - Math.round(value * 100)) > 1e-6)
    .map(({ pointer }) => ({
      code,
      pointer,
      readable: 'The marketplace supports discounts with at most two decimals.',
    }));
