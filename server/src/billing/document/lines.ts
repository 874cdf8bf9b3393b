import { Exact } from '../../platform/money-and-time/exact.ts';
import { type BillingInvoiceInfo, feeNames, type InvoiceRow } from '../invoices/index.ts';
import { amountIn, dayIn, generatedIn, numberIn, shortPeriodIn, type Words } from './words.ts';

/** Line of a document. Fields are empty if they do not apply. */
export type Line = LinePart & {
  /** Explanations, one in each line. */
  detail: string;
  period: string;
  /** How the amount is calculated, if by several prices. */
  parts: readonly LinePart[];
};
export type LinePart = { name: string; quantity: string; price: string; amount: string };

type UsageLine = NonNullable<BillingInvoiceInfo['billableDimensionDetails']>[number];
type CommitLine = NonNullable<BillingInvoiceInfo['commitsRevenueDetails']>[number];
type Fee = { name: keyof typeof feeNames; count: Exact; price: Exact; amount: Exact };

/** Lists the lines of an invoice, or the one amount that it charges. */
export function linesOf(words: Words, { type, currency }: InvoiceRow, info: BillingInvoiceInfo): Line[] {
  const context = { words, currency, periodIn: createPeriods(words) };
  const { addonDetail: addon, paymentInstallmentsDetail: instalment } = info;
  const once = (
    name: string | undefined,
    detail: string | undefined,
    amount: number | undefined,
    day: string,
  ) => lineOf(words, currency, { name: name || words.lines, detail: [detail], period: day, amount });
  return [
    ...(info.billableDimensionDetails ?? []).map((one) => usageLine(context, one)),
    ...(info.commitsRevenueDetails ?? []).map((one) => commitLine(context, one)),
    ...(type === 'ADDON' && addon
      ? [once(addon.name, addon.description, addon.amount, dayIn(words, addon.chargeOn) ?? '')]
      : []),
    ...(type === 'INSTALLMENT' && instalment
      ? [
          once(
            instalment.description || words.instalment,
            undefined,
            instalment.amount,
            dayIn(words, instalment.chargeOn) ?? '',
          ),
        ]
      : []),
  ];
}

/** What the lines of a document have in common. */
type Context = { words: Words; currency: string; periodIn: ReturnType<typeof createPeriods> };

/** Creates the function that formats periods, each once, because most lines have the same period. */
function createPeriods(words: Words) {
  const known = new Map<string, string | undefined>();
  return (start: string | undefined, end: string | undefined): string | undefined => {
    const key = `${start} ${end}`;
    if (!known.has(key)) known.set(key, shortPeriodIn(words, start, end));
    return known.get(key);
  };
}

type LineInput = {
  name: string;
  detail: readonly (string | undefined)[];
  period?: string | undefined;
  quantity?: string;
  price?: string;
  amount: number | undefined;
  parts?: LinePart[];
};

const lineOf = (words: Words, currency: string, input: LineInput): Line => ({
  name: input.name,
  detail: input.detail.filter(Boolean).join('\n'),
  period: input.period ?? '',
  quantity: input.quantity ?? '',
  price: input.price ?? '',
  amount: amountIn(words, exactOf(input.amount), currency),
  parts: input.parts ?? [],
});

/** Formats a number from JSON exactly. */
export const exactOf = (value: number | undefined): string => new Exact(value ?? 0).toFixed();

/** Returns the name of a line. The service names lines that have no key. */
const nameIn = (words: Words, { name }: { name?: string | undefined }, key: unknown): string | undefined =>
  key === undefined && name !== undefined ? generatedIn(words, name) : name;

function usageLine({ words, currency, periodIn }: Context, one: UsageLine): Line {
  const { billableMetricKey: key, startDate, endDate, isLate, isTrial } = one;
  const fees = (one.details ?? [])
    .map((detail) => feeOf(detail) ?? textOf(detail))
    .filter((fee) => fee !== '');
  const [single] = fees;
  const isSingle =
    fees.length === 1 &&
    typeof single === 'object' &&
    (single.name === 'BASIS_POINTS' || (single.name === 'UNITS' && single.count.equals(one.quantity ?? 0)));
  // The calculation of late usage includes the units that an earlier invoice billed, and would not match the amount.
  const parts = isSingle || isLate ? [] : fees.map((fee) => partOf(words, currency, fee));
  const quantity = one.quantity === undefined ? '' : numberIn(words, exactOf(one.quantity));
  return lineOf(words, currency, {
    name: nameIn(words, one, key) || words.usage,
    detail: [
      groupIn(key?.groupBysExpression),
      isLate ? words.late : undefined,
      isTrial ? words.trial : undefined,
    ],
    period: periodIn(startDate, endDate),
    quantity,
    price: isSingle ? partOf(words, currency, single).price : '',
    amount: one.amount,
    parts: [...parts, ...(isLate || isTrial ? [] : adjustments(words, currency, one, fees))],
  });
}

/** Shows a discount, and a minimum that is charged instead of the price. */
function adjustments(
  words: Words,
  currency: string,
  { amount, discountExpression, minimumCommit }: UsageLine,
  fees: readonly (Fee | string)[],
): LinePart[] {
  const discount = /^- (\d+(?:\.\d+)?)$/.exec(discountExpression ?? '')?.[1];
  const price = fees.reduce(
    (sum, fee) => (typeof fee === 'string' ? sum : sum.plus(fee.amount)),
    new Exact(0),
  );
  const isMinimum = minimumCommit !== undefined && price.minus(discount ?? 0).lessThan(amount ?? 0);
  const part = (name: string, value: string): LinePart => ({
    name,
    quantity: '',
    price: '',
    amount: amountIn(words, value, currency),
  });
  return [
    ...(discount ? [part(words.discount, `-${discount}`)] : []),
    ...(discountExpression && !discount
      ? [{ ...part(words.discount, '0'), amount: discountExpression }]
      : []),
    ...(isMinimum ? [part(words.minimum, exactOf(minimumCommit))] : []),
  ];
}

type FeeDetail = NonNullable<UsageLine['details']>[number];

const calculation = /^(\d+(?:\.\d+)?) × (\d+(?:\.\d+)?)( ÷ 10000)? = (\d+(?:\.\d+)?)$/;

/** Parses a fee, which the record of the invoice contains as text; undefined for other texts. */
function feeOf({ descriptions, feeExpressions }: FeeDetail): Fee | undefined {
  const [, count, price, isShare, amount] = calculation.exec(feeExpressions ?? '') ?? [];
  if (count === undefined || price === undefined || amount === undefined) return undefined;
  const known = Object.entries(feeNames).find(([, name]) => name === descriptions)?.[0];
  const name = isShare ? 'BASIS_POINTS' : ((known ?? 'UNITS') as Fee['name']);
  return { name, count: new Exact(count), price: new Exact(price), amount: new Exact(amount) };
}

const textOf = ({ descriptions, feeExpressions }: FeeDetail): string =>
  [descriptions, feeExpressions].filter(Boolean).join(': ');

function partOf(words: Words, currency: string, fee: Fee | string): LinePart {
  if (typeof fee === 'string') return { name: fee, quantity: '', price: '', amount: '' };
  const isShare = fee.name === 'BASIS_POINTS';
  return {
    name: words.fees[fee.name],
    quantity: isShare ? numberIn(words, fee.count.toFixed(), currency) : numberIn(words, fee.count.toFixed()),
    price: isShare
      ? `${numberIn(words, fee.price.dividedBy(100).toFixed())} %`
      : numberIn(words, fee.price.toFixed(), currency),
    amount: amountIn(words, fee.amount.toFixed(), currency),
  };
}

/** Formats the values of a group, such as `region=eu,class=hot`, unless a value contains the separators. */
function groupIn(expression: string | undefined): string | undefined {
  const pairs = (expression ?? '').split(',').map((pair) => pair.split('='));
  return pairs.every(({ length }) => length === 2)
    ? pairs.map(([name, value]) => `${name}: ${value || '–'}`).join(', ')
    : expression;
}

function commitLine({ words, currency, periodIn }: Context, one: CommitLine): Line {
  const { key, description, expression = '', amount, startDate, endDate } = one;
  const [, count, stated] = /^(\d+(?:\.\d+)?) × (\d+(?:\.\d+)?), /.exec(expression) ?? [];
  const [quantity, rate] = [
    one.quantity?.toString() ?? count,
    one.rate === undefined ? stated : exactOf(one.rate),
  ];
  const isShare =
    quantity !== undefined && rate !== undefined && !new Exact(quantity).times(rate).equals(amount ?? 0);
  return lineOf(words, currency, {
    name: nameIn(words, one, key) || key || words.lines,
    detail: [
      description,
      isShare ? words.generated.shareOfTime : undefined,
      stated === undefined ? generatedIn(words, expression) : undefined,
    ],
    period: periodIn(startDate, endDate),
    // A line of the service, such as the balance of a commit, has no quantity.
    quantity: quantity === undefined || key === undefined ? '' : numberIn(words, quantity),
    price: rate === undefined || key === undefined ? '' : numberIn(words, rate, currency),
    amount,
  });
}
