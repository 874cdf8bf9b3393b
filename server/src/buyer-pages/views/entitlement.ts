import type { EntitlementRow } from '../../entitlements/index.ts';
import { traitsOf } from '../../marketplaces/index.ts';
import { safeUrl, type Tone } from '../../platform/http/branded-page.ts';
import { dayInWords } from '../../platform/money-and-time/words.ts';
import { type BuyerViewPrice, commitPrices, usagePrices } from './prices.ts';
import { addressOf, amountInWords, codeInWords, decimalOf, recordOf, recordsOf, textOf } from './values.ts';

/** The fields of an entitlement's `info` that its buyer may see. The page's statement reads no other fields. */
export const buyerViewInfo = [
  'addons',
  'autoRenew',
  'billableDimensions',
  'buyerManagementURL',
  'commitAmount',
  'commits',
  'currency',
  'dimensions',
  'eulaUrl',
  'netTermsInDays',
  'paymentInstallments',
  'refundCancellationPolicy',
  'vendorName',
] as const;

/** The row of an entitlement in a list. `info` is JSON text with the currency and the commit. */
export type PurchaseViewRow = Pick<EntitlementRow, 'id' | 'name' | 'status' | 'end_time' | 'info'> & {
  product_name: string | null;
};

/** The row of an entitlement on its page. `info` is JSON text with the fields of `buyerViewInfo`. */
export type EntitlementViewRow = PurchaseViewRow &
  Pick<EntitlementRow, 'partner' | 'start_time'> & {
    /** The signed address of the offer’s PDF. */
    offer_pdf: string | null;
  };

export type BuyerViewState = { text: string; tone: Tone };

/** A purchase as its buyer sees it in a list. */
export type BuyerViewPurchase = {
  title: string;
  state: BuyerViewState;
  ends: string | undefined;
  committed: string | undefined;
};

/** A purchase as its buyer sees it on its page. */
export type BuyerViewEntitlement = BuyerViewPurchase & {
  product: string | undefined;
  vendor: string | undefined;
  currency: string;
  starts: string | undefined;
  isRenewed: boolean | undefined;
  paymentWithin: string | undefined;
  refundPolicy: string | undefined;
  commits: readonly BuyerViewPrice[];
  usage: readonly BuyerViewPrice[];
  /** The names of the dimensions, by the key under which usage is reported. */
  dimensionNames: ReadonlyMap<string, string>;
  addons: readonly { name: string; description: string | undefined; day: string; amount: string }[];
  instalments: readonly { day: string; amount: string }[];
  documents: readonly { name: string; url: string }[];
  managementUrl: string | undefined;
};

const tones: Readonly<Record<string, Tone>> = {
  ACTIVE: 'good',
  PENDING_START: 'plain',
  PENDING_CANCEL: 'warn',
  SUSPENDED: 'bad',
};

/** Formats a status; a status that the page does not know is shown as words. */
export const stateOf = (status: unknown, known: Readonly<Record<string, Tone>>): BuyerViewState => {
  const code = textOf(status) ?? 'UNKNOWN';
  return { text: codeInWords(code), tone: Object.hasOwn(known, code) ? (known[code] as Tone) : 'plain' };
};

/** Selects what the buyer of an entitlement may see in a list. */
export function viewPurchase(row: PurchaseViewRow): BuyerViewPurchase {
  const info = recordOf(JSON.parse(row.info));
  const committed = decimalOf(info.commitAmount);
  return {
    title: textOf(row.name) ?? textOf(row.product_name) ?? 'Your purchase',
    state: stateOf(row.status, tones),
    ends: dayInWords(row.end_time),
    committed: committed && amountInWords(committed, textOf(info.currency) ?? 'USD'),
  };
}

/** Selects what the buyer of an entitlement may see. Every field is listed here; all others stay with the seller. */
export function viewEntitlement(row: EntitlementViewRow): BuyerViewEntitlement {
  const info = recordOf(JSON.parse(row.info));
  const currency = textOf(info.currency) ?? 'USD';
  const netTerms = decimalOf(info.netTermsInDays);
  const money = (value: unknown): string => {
    const amount = decimalOf(value);
    return amount ? amountInWords(amount, currency) : '';
  };
  const day = (time: unknown): string => dayInWords(textOf(time)) ?? '';
  return {
    ...viewPurchase(row),
    product: textOf(row.product_name),
    vendor: textOf(info.vendorName),
    currency,
    starts: dayInWords(row.start_time),
    isRenewed: typeof info.autoRenew === 'boolean' ? info.autoRenew : undefined,
    paymentWithin: netTerms?.greaterThan(0) ? `${netTerms.toFixed()} days` : undefined,
    refundPolicy: textOf(info.refundCancellationPolicy),
    commits: commitPrices(info.commits, currency, traitsOf(row.partner).monthlyRates === true),
    usage: usagePrices(info, currency),
    dimensionNames: new Map(
      recordsOf(info.dimensions).flatMap(({ key, name }) => {
        const [known, shown] = [textOf(key), textOf(name)];
        return known && shown ? [[known, shown] as const] : [];
      }),
    ),
    addons: recordsOf(info.addons).map((addon) => ({
      name: textOf(addon.name) ?? 'Addon',
      description: textOf(addon.description),
      day: day(addon.chargeOn),
      amount: money(addon.amount),
    })),
    instalments: recordsOf(info.paymentInstallments).map((instalment) => ({
      day: day(instalment.chargeOn),
      amount: money(instalment.amount),
    })),
    documents: [
      { name: 'License agreement', url: addressOf(info.eulaUrl) },
      { name: 'Offer (PDF)', url: safeUrl(row.offer_pdf) },
    ].filter((one): one is { name: string; url: string } => one.url !== undefined),
    managementUrl: safeUrl(info.buyerManagementURL),
  };
}
