import { Decimal } from 'decimal.js';
import { traitsOf } from '../../marketplaces/index.ts';
import { dayInWords, lengthInWords, money, numberInWords } from '../../platform/money-and-time/words.ts';
import type { PdfBlock, PdfTableRow } from '../../platform/pdf/index.ts';
import type { BillableDimension, MeteringDimension } from '../../products/records/index.ts';
import type { CommitDimension, OfferInfo } from '../records.ts';

/** Lays out the commits of an offer: quantity, unit price, period and amount. */
export function commitTable({ commits = [], currency }: OfferInfo, partner: string | null): PdfBlock[] {
  const isMonthly = traitsOf(partner).monthlyRates === true;
  return table(
    ['Item', 'Period', 'Quantity', 'Unit price', 'Amount'],
    commits.map((commit) => commitRow(commit, currency, isMonthly ? '1 month' : periodOf(commit, commits))),
  );
}

const table = (titles: readonly string[], rows: PdfTableRow[]): PdfBlock[] => {
  const numeric = ['Quantity', 'Unit price', 'Price', 'Amount'];
  const columns = titles.map((title) => ({
    title,
    ...(numeric.includes(title) ? { align: 'right' as const } : {}),
  }));
  return rows.length > 0 ? [{ kind: 'table', columns, rows }] : [];
};

/** Returns the period that a commit pays for. Besides commits with a period, one without is paid once, like a setup. */
function periodOf(
  { length, timeUnit, termEndTime }: CommitDimension,
  all: readonly CommitDimension[],
): string {
  if (length) return lengthInWords(length, timeUnit);
  const end = dayInWords(termEndTime);
  if (end) return `until ${end}`;
  return all.some((other) => other.length || other.termEndTime) ? 'once' : 'whole term';
}

function commitRow(commit: CommitDimension, currency: string | undefined, period: string): PdfTableRow {
  const { name, key, rate, quantity } = commit;
  return {
    cells: [
      name || key || 'Commitment',
      rate === undefined ? '' : period,
      quantity ? numberInWords(quantity) : '',
      rate === undefined ? '' : money(rate, currency),
      rate === undefined ? '' : money(new Decimal(rate).times(quantity || 1).toFixed(), currency),
    ],
    note: [commit.description, choiceOf(commit)].filter(Boolean).join('\n'),
  };
}

/** States that the buyer chooses the quantity, and its limits. */
function choiceOf(commit: CommitDimension): string | undefined {
  const { buyerQuantityConfigurable, minimumUsers: least, maximumUsers: most } = commit;
  if (!buyerQuantityConfigurable) return undefined;
  const limits = [
    least ? `at least ${numberInWords(least)}` : undefined,
    most ? `at most ${numberInWords(most)}` : undefined,
  ].filter(Boolean);
  return `The buyer chooses the quantity${limits.length > 0 ? `: ${limits.join(', ')}` : ''}.`;
}

/** Lays out the prices of usage. */
export const usageTable = ({ dimensions = [], billableDimensions = [], currency }: OfferInfo): PdfBlock[] =>
  table(
    ['Usage', 'Charged for', 'Price'],
    [
      ...dimensions.flatMap((dimension) => meteredRows(dimension, currency)),
      ...billableDimensions.flatMap((dimension) => billableRows(dimension, currency)),
    ],
  );

type Currency = string | undefined;

function meteredRows(dimension: MeteringDimension, currency: Currency): PdfTableRow[] {
  const { name, key, description, rate, priceTiers = [] } = dimension;
  return withParts(name || key || 'Usage', description, [
    ...(rate === undefined ? [] : [part('each unit', money(rate, currency))]),
    ...priceTiers.map(({ fromAmount = 0, price: tier }) => {
      const amount = new Decimal(tier?.units || 0).plus(new Decimal(tier?.nanos ?? 0).dividedBy(1e9));
      return part(
        `each unit from ${numberInWords(fromAmount)}`,
        money(amount.toFixed(), tier?.currencyCode ?? currency),
      );
    }),
  ]);
}

type Part = { charged: string; price: string };
const part = (charged: string, price: string): Part => ({ charged, price });

/** Lays out a price. Its first part is in the row with the name. */
function withParts(name: string, note: string | undefined, [first, ...more]: readonly Part[]): PdfTableRow[] {
  return [
    { cells: [name, first?.charged ?? '', first?.price ?? ''], note },
    ...more.map(({ charged, price }) => ({ cells: ['', charged, price], isPart: true })),
  ];
}

function billableRows(dimension: BillableDimension, currency: Currency): PdfTableRow[] {
  const { name, description, discount, minimumCommit } = dimension;
  const value = discount?.value ?? 0;
  return withParts(name || 'Usage', description, [
    ...(modelRows[dimension.category ?? '']?.(dimension, currency) ?? []),
    ...(value > 0
      ? [
          part(
            'discount',
            discount?.discountType?.toUpperCase() === 'PERCENTAGE'
              ? `−${numberInWords(value)} %`
              : money(-value, currency),
          ),
        ]
      : []),
    ...(minimumCommit && minimumCommit > 0
      ? [part('minimum for each billing period', money(minimumCommit, currency))]
      : []),
  ]);
}

type Tier = { firstUnit?: number | undefined; lastUnit?: number | null | undefined };

const rangeOf = ({ firstUnit = 0, lastUnit }: Tier): string =>
  typeof lastUnit === 'number'
    ? `from ${numberInWords(firstUnit)} to ${numberInWords(lastUnit)}`
    : `above ${numberInWords(firstUnit)}`;

const percentOf = (basisPoints: number | undefined): string =>
  `${numberInWords(new Decimal(basisPoints ?? 0).dividedBy(100).toFixed())} %`;

const flatFee = (fee: number | undefined, range: string, currency: Currency): Part[] =>
  fee ? [part(`flat fee${range}`, money(fee, currency))] : [];

/** Rows for the parts of a price, by its model. */
const modelRows: Readonly<Record<string, (price: BillableDimension, currency: Currency) => Part[]>> = {
  basic: ({ priceModelBasic: model }, currency) => [
    part('each unit', money(model?.unitAmount ?? 0, currency)),
  ],
  tiered: ({ priceModelTiered }, currency) =>
    (priceModelTiered?.tiers ?? []).flatMap((tier) => [
      part(`each unit ${rangeOf(tier)}`, money(tier.unitAmount ?? 0, currency)),
      ...flatFee(tier.flatFee, ` ${rangeOf(tier)}`, currency),
    ]),
  volume: ({ priceModelVolume }, currency) =>
    (priceModelVolume?.tiers ?? []).flatMap(({ maximumUnits, unitAmount, flatFee: fee }, index) => {
      const isLast = typeof maximumUnits !== 'number';
      const total = isLast
        ? index === 0
          ? ''
          : ', for higher totals'
        : `, for up to ${numberInWords(maximumUnits)}`;
      return [part(`each unit${total}`, money(unitAmount ?? 0, currency)), ...flatFee(fee, total, currency)];
    }),
  bulk: ({ priceModelBulk: bulk }, currency) => [
    part(
      `each package of ${numberInWords(bulk?.bulkSize ?? 1)} units`,
      money(bulk?.bulkAmount ?? 0, currency),
    ),
  ],
  percentage: ({ priceModelPercentage: model }, currency) => [
    part('the reported amount', percentOf(model?.percentageRate)),
    ...flatFee(model?.flatFee, '', currency),
  ],
  'tiered-percentage': ({ priceModelTieredPercentage: model }, currency) =>
    (model?.tiers ?? []).flatMap((tier) => [
      part(`the amount ${rangeOf(tier)}`, percentOf(tier.percentageRate)),
      ...flatFee(tier.flatFee, ` ${rangeOf(tier)}`, currency),
    ]),
  matrix: ({ priceModelMatrix: model }, currency) => [
    ...(model?.matrix ?? []).map(({ properties = [], unitAmount }) => {
      const names = properties.map(({ name, value }) => `${name}: ${value}`).join(', ');
      return part(`each unit with ${names}`, money(unitAmount ?? 0, currency));
    }),
    ...(model?.defaultUnitAmount === undefined
      ? []
      : [part('each other unit', money(model.defaultUnitAmount, currency))]),
  ],
};

/** Lays out the payments on fixed dates. */
export const paymentTable = ({ paymentInstallments = [], currency }: OfferInfo): PdfBlock[] =>
  table(
    ['Payment on', 'Amount'],
    paymentInstallments.map(({ chargeOn, amount, originalAmount, discountPercentage, credit }) => ({
      cells: [dayInWords(chargeOn) ?? 'Instalment', amount === undefined ? '' : money(amount, currency)],
      note: [
        discountPercentage && originalAmount
          ? `${numberInWords(discountPercentage)} % off ${money(originalAmount, currency)}, already included`
          : undefined,
        credit ? `Grants a credit of ${money(credit, currency)}.` : undefined,
      ]
        .filter(Boolean)
        .join('\n'),
    })),
  );

/** Returns the amount that the buyer commits to: the sum of the payments, otherwise the committed amount. */
export function totalOf({ commitAmount, paymentInstallments = [], currency }: OfferInfo): string | undefined {
  const paid = paymentInstallments.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Decimal(0));
  if (!paid.isZero()) return money(paid.toFixed(), currency);
  return typeof commitAmount === 'number' ? money(commitAmount, currency) : undefined;
}
