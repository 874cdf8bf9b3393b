import type { BilledEntitlement } from '../../entitlements/index.ts';
import { type Charge, chargesOf, dueCharges } from '../periods/index.ts';
import { exactNumber } from './exact-json.ts';
import { feeKey, type NewFee } from './fees.ts';
import { billedLife, endedEarly } from './life.ts';

/** Something that is charged on its date, each by an invoice of its own, and how its info shows it. */
export type ChargeFee = { kind: Charge['kind']; fee: NewFee; detail: Readonly<Record<string, unknown>> };

type Keyed = { key: string; charge: Charge };

/**
 * Computes which payments on dates and addons are to be billed by now. A payment is known by the time that was bought and by its
 * date, as a change in mid-term shows those again that were due before. One that was to be charged after an end before its time
 * is not charged.
 * @param known the keys of fees that are billed
 */
export function chargeFees(
  sale: BilledEntitlement,
  known: ReadonlySet<string>,
  now: string,
): { fees: ChargeFee[]; next: string | undefined } {
  const life = billedLife(sale, now);
  if (!life) return { fees: [], next: undefined };
  const early = endedEarly(sale) ? life.end : null;
  const all = [...instalments(sale), ...addons(sale, life.start)].filter(
    ({ charge: { chargeOn } }) => early === null || chargeOn < early,
  );
  const open = new Map(all.filter(({ key }) => !known.has(key)).map(({ key, charge }) => [charge, key]));
  const { due, next } = dueCharges([...open.keys()], now);
  return { fees: due.map((charge) => chargeFee(charge, open.get(charge) as string)), next };
}

/** Of terms that were bought together, the first one to show a payment of a date in its time says what it is. */
function instalments({ entitlement, terms }: BilledEntitlement): Keyed[] {
  const found = new Map<string, Charge>();
  terms.forEach((term, index) => {
    const next = terms[index + 1];
    const isLast = next?.bought.start !== term.bought.start;
    const onDate = new Map<string, number>();
    for (const charge of chargesOf(
      { paymentInstallments: term.info.paymentInstallments },
      term.bought.start,
    )) {
      const place = onDate.get(charge.chargeOn) ?? 0;
      onDate.set(charge.chargeOn, place + 1);
      const ofTerm = isLast || term.end === null || charge.chargeOn < term.end;
      const parts = [term.bought.start, charge.chargeOn, String(place)];
      const key = feeKey(entitlement.id, 'INSTALLMENT', ...parts);
      if (ofTerm && !found.has(key)) found.set(key, charge);
    }
  });
  return [...found].map(([key, charge]) => ({ key, charge }));
}

const addons = ({ entitlement, info }: BilledEntitlement, start: string): Keyed[] =>
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
