import { isObject, type Json, valueAt } from '../../ui/form/pointers.ts';

/** A price in words, such as “2 seats × $1,200.00 a year × 3 years = $7,200.00”. */
export type PriceWords = { lines: string[]; total: string | undefined };

const monthsOf: Readonly<Record<string, number>> = { MONTH: 1, YEAR: 12 };
/** Marketplaces on which a rate is the price of a month. */
const hasMonthlyRates = (partner: unknown): boolean => partner === 'MKC';
/** Amounts are calculated in units of the eighth decimal, the finest decimal of a rate. */
const decimals = 8;

/** Returns the length of the term in months, if the offer states it as a length; times without a length are unknown. */
function termOf(record: Json): number | undefined {
  if (valueAt(record, '/endTime')) return undefined;
  const [, years, months] =
    /^P(?=\d)(?:(\d{1,3})Y)?(?:(\d{1,4})M)?$/.exec(
      String(valueAt(record, '/info/mkAAgreementDuration') ?? ''),
    ) ?? [];
  const own = Number(years ?? 0) * 12 + Number(months ?? 0);
  const given = [
    valueAt(record, '/info/mkCDuration'),
    valueAt(record, '/info/mkFOffer/contract_duration_months'),
  ];
  return own || given.find((value): value is number => Number.isInteger(value) && Number(value) > 0);
}

/** Formats a number of the eighth decimals as an amount, rounded to the currency's coin. */
function amountOf(value: bigint, currency: string): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const text = `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  // An amount that is a string may have more digits than a number keeps.
  return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(text as unknown as number);
}

/** Formats a rate with all its decimals. */
const rateOf = (rate: number, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency, maximumFractionDigits: decimals }).format(
    rate,
  );

const counted = (count: number, unit: string): string =>
  `${count.toLocaleString()} ${unit}${count === 1 ? '' : 's'}`;

/** The period of a rate: its length in words, and how often the rate applies in the term, with the words for it. */
type Period = { each: string; times: number; words: string | undefined };

function periodOf(commit: Json, record: Json): Period {
  const term = termOf(record);
  const isMonthly = hasMonthlyRates(record.partner);
  const length = isMonthly ? 1 : Number(commit.length ?? 0);
  const unit = isMonthly ? 'MONTH' : String(commit.timeUnit ?? '').toUpperCase();
  if (!(length > 0)) return { each: '', times: 1, words: undefined };
  const name = unit.toLowerCase();
  const each = length === 1 ? ` a ${name}` : ` for ${counted(length, name)}`;
  const months = length * (monthsOf[unit] ?? 0);
  if (!term || !months || term <= months) return { each, times: 1, words: undefined };
  const times = Math.ceil(term / months);
  return { each, times, words: length === 1 ? counted(times, name) : `${times} times` };
}

/** Writes the prices of an offer's commits in words; undefined while no commit has a price. */
export function priceInWords(record: Json): PriceWords | undefined {
  const currency = String(valueAt(record, '/info/currency') ?? 'USD');
  const commits = valueAt(record, '/info/commits');
  const payments = valueAt(record, '/info/paymentInstallments');
  if (!/^[A-Z]{3}$/.test(currency) || !Array.isArray(commits)) return undefined;
  let sum = 0n;
  const lines = commits.filter(isObject).flatMap((commit) => {
    const { rate, quantity: units } = commit as { rate?: unknown; quantity?: unknown };
    // The quantity 0 is charged like 1.
    const quantity = units || 1;
    if (typeof rate !== 'number' || !(rate >= 0 && rate < 1e15) || !Number.isSafeInteger(quantity)) return [];
    const { each, times, words } = periodOf(commit, record);
    const amount = BigInt(rate.toFixed(decimals).replace('.', '')) * BigInt(Number(quantity)) * BigInt(times);
    sum += amount;
    const item = `${Number(quantity).toLocaleString()} ${commit.name || commit.key || 'units'}`;
    const factors = [item, `${rateOf(rate, currency)}${each}`, ...(words ? [words] : [])];
    return [`${factors.join(' × ')} = ${amountOf(amount, currency)}`];
  });
  if (lines.length === 0) return undefined;
  // The amounts of payments replace the sum of the commits.
  const hasPayments = Array.isArray(payments) && payments.length > 0;
  return { lines, total: lines.length > 1 && !hasPayments ? amountOf(sum, currency) : undefined };
}
