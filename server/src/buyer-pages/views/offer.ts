import { shownLength, traitsOf } from '../../marketplaces/index.ts';
import type { OfferRow } from '../../offers/index.ts';
import { safeUrl } from '../../platform/http/branded-page.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import {
  dayInWords,
  durationInWords,
  lengthInWords,
  timeInWords,
} from '../../platform/money-and-time/words.ts';
import { type BuyerViewState, stateOf } from './entitlement.ts';
import { type BuyerViewPrice, commitPrices, usagePrices } from './prices.ts';
import { amountInWords, decimalOf, numberInWords, recordOf, recordsOf, textOf } from './values.ts';

/** The row of an offer on pages. `info` is JSON text. */
export type OfferViewRow = Pick<
  OfferRow,
  'id' | 'name' | 'status' | 'partner' | 'external_id' | 'creation_time' | 'expire_time' | 'end_time' | 'info'
> & { product_name?: string | null | undefined; buyer_name?: string | null | undefined };

/** An offer as its buyer sees it. */
export type BuyerViewOffer = {
  title: string;
  state: BuyerViewState;
  /** True while the buyer can accept the offer. */
  isOpen: boolean;
  acceptUntil: string | undefined;
  /** The page at the marketplace on which the buyer accepts the offer. */
  url: string | undefined;
  facts: readonly { name: string; value: string }[];
  commits: readonly BuyerViewPrice[];
  usage: readonly BuyerViewPrice[];
  discount: string | undefined;
  total: string | undefined;
  instalments: readonly { day: string; amount: string }[];
  terms: readonly { name: string; value: string }[];
  /** The countries from which the offer can be accepted; empty for all countries. */
  countries: readonly string[];
  /** The commits for which the buyer chooses a quantity. */
  quantities: readonly { key: string; name: string; least: string }[];
};

const facts = (pairs: readonly (readonly [string, string | undefined])[]) =>
  pairs.flatMap(([name, value]) => (value ? [{ name, value }] : []));

/** Selects what the buyer of an offer may see. Every field is listed here; all others stay with the seller (R32). */
export function viewOffer(row: OfferViewRow): BuyerViewOffer {
  const info = recordOf(JSON.parse(row.info));
  const currency = textOf(info.currency) ?? 'USD';
  const instalments = recordsOf(info.paymentInstallments).map((instalment) => ({
    day: dayInWords(textOf(instalment.chargeOn)) ?? 'Instalment',
    amount: decimalOf(instalment.amount) ?? new Exact(0),
  }));
  const traits = traitsOf(row.partner);
  const discount = decimalOf(info.discountPercentage);
  return {
    title: textOf(row.name) ?? 'Private offer',
    state: stateOf(row.status, { PENDING_ACCEPTANCE: 'warn', ACCEPTED: 'good' }),
    isOpen: row.status === 'PENDING_ACCEPTANCE',
    acceptUntil: timeInWords(row.expire_time),
    url: safeUrl(info.privateOfferUrl),
    facts: factsOf(row, info),
    commits: commitPrices(info.commits, currency, traits.monthlyRates === true),
    usage: usagePrices(info, currency),
    discount: discount?.greaterThan(0)
      ? `${numberInWords(discount)} % off the list price, already included in these prices`
      : undefined,
    total: totalOf(instalments, decimalOf(info.commitAmount), currency),
    instalments: instalments.map(({ day, amount }) => ({ day, amount: amountInWords(amount, currency) })),
    terms: facts([
      ['License agreement', agreementOf(info)],
      ['Cancellation and refund', textOf(info.refundCancellationPolicy)],
    ]),
    countries:
      traits.namesCountries && Array.isArray(info.buyerCountryCodes) ? texts(info.buyerCountryCodes) : [],
    quantities: recordsOf(info.commits).flatMap((commit) => {
      const key = textOf(commit.key);
      if (commit.buyerQuantityConfigurable !== true || !key) return [];
      const least = decimalOf(commit.minimumUsers);
      return [
        { key, name: textOf(commit.name) ?? key, least: least?.greaterThan(0) ? least.toFixed() : '1' },
      ];
    }),
  };
}

const texts = (values: readonly unknown[]): string[] => values.flatMap((value) => textOf(value) ?? []);

function factsOf(row: OfferViewRow, info: Readonly<Record<string, unknown>>) {
  const { duration, months } = shownLength(info);
  const netTerms = decimalOf(info.netTermsInDays);
  return facts([
    ['Product', textOf(row.product_name)],
    ['Buyer', textOf(row.buyer_name)],
    ['Offer', row.id],
    ['Number at the marketplace', textOf(row.external_id)],
    ['Date of issue', dayInWords(row.creation_time)],
    ['Accept until', timeInWords(row.expire_time)],
    ['Starts', dayInWords(textOf(info.startTime))],
    ['Ends', dayInWords(row.end_time)],
    ['Duration', months ? lengthInWords(months, 'MONTH') : durationInWords(duration)],
    ['Renewal', typeof info.autoRenew === 'boolean' ? (info.autoRenew ? 'Automatic' : 'None') : undefined],
    ['Payment within', netTerms?.greaterThan(0) ? `${netTerms.toFixed()} days` : undefined],
  ]);
}

function totalOf(
  instalments: readonly { amount: Exact }[],
  committed: Exact | undefined,
  currency: string,
): string | undefined {
  const paid = instalments.reduce((sum, { amount }) => sum.plus(amount), new Exact(0));
  if (!paid.isZero()) return amountInWords(paid, currency);
  return committed && amountInWords(committed, currency);
}

/** The address of the agreement is omitted: links expire, and the agreement is delivered with the offer. */
function agreementOf({ eulaType, eulaUrl }: Readonly<Record<string, unknown>>): string | undefined {
  const type = textOf(eulaType);
  if (!type) return textOf(eulaUrl) ? 'The seller’s own' : undefined;
  return type === 'CUSTOM' ? 'The seller’s own' : `Standard agreement (${type})`;
}
