import type { BilledEntitlement, BilledTerm } from '../../entitlements/index.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { type Charge, chargesOf, dueCharges } from '../periods/index.ts';
import { exactNumber } from './exact-json.ts';
import { feeKey, type NewFee } from './fees.ts';
import { billedLife, chargedUntil } from './times.ts';

/**
 * An instalment or addon that is charged on its date by an invoice of its own, with its details for the
 * invoice’s info.
 */
export type ChargeFee = { kind: Charge['kind']; fee: NewFee; detail: Readonly<Record<string, unknown>> };

type KeyedCharge = { key: string; charge: Charge };

/** An instalment, with the term that first lists its date. */
type Instalment = KeyedCharge & { term: BilledTerm };

/**
 * Computes which instalments and addons are due now. An instalment is identified by the bought period and its
 * date, because a change in mid-term repeats earlier instalments. Charges dated at or after an
 * early end, or the date of a scheduled cancellation, are dropped.
 * @param known keys of the fees that are billed already
 */
export function chargeFees(
  sale: BilledEntitlement,
  known: ReadonlySet<string>,
  now: string,
): { fees: ChargeFee[]; next: string | undefined } {
  const life = billedLife(sale, now);
  if (!life) return { fees: [], next: undefined };
  const until = chargedUntil(sale);
  const all = [...instalments(sale), ...addons(sale, life.start)].filter(
    ({ charge: { chargeOn } }) => until === null || chargeOn < until,
  );
  const open = new Map(all.filter(({ key }) => !known.has(key)).map(({ key, charge }) => [charge, key]));
  const { due, next } = dueCharges([...open.keys()], now);
  return { fees: due.map((charge) => chargeFee(charge, open.get(charge) as string)), next };
}

/** An instalment as a term lists it. */
type ListedInstalment = Instalment & {
  /** Whether the instalment is charged. If false, it is replaced by the following term, or cancelled. */
  isCharged: boolean;
};

/**
 * Lists the instalments of each term. An instalment dated after a change is charged only if the following term
 * lists it too.
 */
export function listedInstalments({ entitlement, terms }: BilledEntitlement): ListedInstalment[] {
  return terms.flatMap((term, index) => {
    const isLast = terms[index + 1]?.bought.start !== term.bought.start;
    const onDate = new Map<string, number>();
    const { paymentInstallments } = term.info;
    return chargesOf({ paymentInstallments }, term.bought.start).map((charge) => {
      const place = onDate.get(charge.chargeOn) ?? 0;
      onDate.set(charge.chargeOn, place + 1);
      const parts = [term.bought.start, charge.chargeOn, String(place)];
      const key = feeKey(entitlement.id, 'INSTALLMENT', ...parts);
      return { key, charge, term, isCharged: isLast || term.end === null || charge.chargeOn < term.end };
    });
  });
}

/**
 * Instalments of the sale. Of terms bought together, the first one that has an instalment of a date defines
 * it.
 */
export function instalments(sale: BilledEntitlement): Instalment[] {
  const charged = listedInstalments(sale).filter(({ isCharged }) => isCharged);
  return [...groupBy(charged, ({ key }) => key).values()].map(([first]) => first as Instalment);
}

const addons = ({ entitlement, info }: BilledEntitlement, start: string): KeyedCharge[] =>
  chargesOf({ addons: info.addons }, start).map((charge) => ({
    key: feeKey(entitlement.id, 'ADDON', charge.id),
    charge,
  }));

function chargeFee(charge: Charge, key: string): ChargeFee {
  const { kind, id, name, description, amount, chargeOn } = charge;
  const shown = { description, amount: exactNumber(amount), chargeOn };
  const detail =
    kind === 'ADDON' ? { addonDetail: { id, name, ...shown } } : { paymentInstallmentsDetail: shown };
  return {
    kind,
    detail,
    fee: { key, termId: '', start: chargeOn, end: chargeOn, isLate: false, amount, lines: [shown] },
  };
}

/**
 * Computes the sum of a sale’s instalments due by now, and the time of the next one in milliseconds since
 * 1970.
 */
export function dueInstalments(
  sale: BilledEntitlement,
  now: string,
): { charged: Exact; next: number | undefined } {
  const { fees, next } = chargeFees(withoutAddons(sale), new Set(), now);
  const charged = fees.reduce((sum, { fee }) => sum.plus(fee.amount), new Exact(0));
  return { charged, next: next === undefined ? undefined : Date.parse(next) };
}

const withoutAddons = (sale: BilledEntitlement): BilledEntitlement => ({
  ...sale,
  info: { ...sale.info, addons: [] },
});
