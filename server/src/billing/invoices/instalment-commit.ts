import type { BilledEntitlement, BilledTerm } from '../../entitlements/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { groupBy } from '../../platform/records/group-by.ts';
import { instalments, listedInstalments } from './charge-fees.ts';
import type { ShortenedFee } from './commit-fees.ts';
import { billedBy } from './commit-parts.ts';
import { creditCuts } from './credit.ts';
import { instalmentsPrefix } from './deductions.ts';
import { type Draft, writeDrafts } from './drafts.ts';
import { exactNumber } from './exact-json.ts';
import { readDeductions, readFees } from './fee-store.ts';
import { feeKey, generatedTexts, type KnownFee, type ShownLine } from './fees.ts';
import type { InvoiceHooks } from './hooks.ts';
import { readPartiesOfMany } from './parties.ts';
import { endedEarly } from './times.ts';
import { taxesOf } from './totals.ts';

/**
 * The commit of a bought period that is paid in instalments. Usage deducts from their sum, also from the
 * instalments that are charged later (R61).
 */
type InstalmentCommit = {
  /** Identifies the commit in deductions, in place of an invoice id. */
  key: string;
  term: BilledTerm;
  /** Sum of the instalments that are charged now or later, without cancelled instalments. */
  charged: Exact;
  /** Time of the last early end or change of plan that cancelled or reduced instalments. */
  reducedAt: string | undefined;
  /** Fees for the part of dropped instalments that usage had consumed. */
  consumed: readonly KnownFee[];
};

const consumedKey = (entitlementId: string, start: string): string =>
  feeKey(entitlementId, 'INSTALLMENT', start, 'consumed', '');

function instalmentCommits(sale: BilledEntitlement, known: readonly KnownFee[]): InstalmentCommit[] {
  const { id, end_time: end } = sale.entitlement;
  const early = endedEarly(sale) ? end : null;
  const kept = new Map(
    instalments(sale)
      .filter(({ charge }) => early === null || charge.chargeOn < early)
      .map(({ key, charge }) => [key, charge.amount]),
  );
  const listed = groupBy(listedInstalments(sale), ({ term }) => term.bought.start);
  return [...listed].map(([start, all]) => {
    const reduced = all.filter(({ key, charge }) => charge.amount.greaterThan(kept.get(key) ?? 0));
    const keys = new Set(all.map(({ key }) => key));
    return {
      key: `${instalmentsPrefix}${start}`,
      term: (all[0] as (typeof all)[number]).term,
      charged: [...keys].reduce((sum, key) => sum.plus(kept.get(key) ?? 0), new Exact(0)),
      reducedAt: reduced
        .map(({ term, isCharged }) => (isCharged ? early : term.end) ?? '')
        .sort()
        .at(-1),
      consumed: known.filter(({ key }) => key.startsWith(consumedKey(id, start))),
    };
  });
}

/** Returns the commits that are paid in instalments as fees, from which usage can be deducted. */
export const feesOfInstalments = (sale: BilledEntitlement, known: readonly KnownFee[]): KnownFee[] =>
  instalmentCommits(sale, known).map(({ key, term, charged, consumed }) => ({
    invoiceId: key,
    position: 0,
    isDraft: false,
    kind: 'INSTALLMENT',
    key,
    termId: term.id,
    start: term.bought.start,
    until: term.bought.end ?? endless,
    amount: charged.plus(billedBy(consumed)),
    credited: new Exact(0),
  }));

const endless = '9999-12-31T23:59:59.999Z';

/** Whether instalments from which usage may have been deducted were cancelled or reduced. */
export const hasReducedInstalments = (sale: BilledEntitlement): boolean =>
  sale.info.isMeteringOverageCommit === true &&
  instalmentCommits(sale, []).some(({ reducedAt }) => reducedAt !== undefined);

/**
 * Charges the part of dropped instalments from which usage was deducted, because the buyer no longer pays
 * these instalments. If usage later turns out smaller, the difference is credited. Called once the usage of
 * the locked entitlement is billed.
 */
export async function settleReducedInstalments(
  scope: OrgTransaction,
  sale: BilledEntitlement,
  hooks: InvoiceHooks,
): Promise<void> {
  const { id, buyer_id: buyer } = sale.entitlement;
  const known = (await readFees(scope, [id])).get(id) ?? [];
  const deductions = [...(await readDeductions(scope, id)).values()].flat();
  const drafts: Draft[] = [];
  const cuts: ShortenedFee[] = [];
  for (const commit of instalmentCommits(sale, known)) {
    const deducted = deductions
      .filter(({ invoiceId }) => invoiceId === commit.key)
      .reduce((sum, { amount }) => sum.plus(amount), new Exact(0));
    const found = compareWithOwed(commit.consumed, Exact.max(0, deducted.minus(commit.charged)));
    cuts.push(...found.cuts);
    if (found.open.greaterThan(0)) drafts.push(draftOf(scope, sale, commit, found.open));
  }
  await creditCuts(scope, cuts, hooks, generatedTexts.usageCheaper);
  if (drafts.length === 0) return;
  const parties = await readPartiesOfMany(scope, buyer ? [buyer] : []);
  await writeDrafts(scope, [
    { scope, sale, taxes: taxesOf(hooks.taxRates, parties(buyer, sale.info)), drafts },
  ]);
}

/** Compares billed fees with the amount owed. A draft is reduced; an issued invoice is credited. */
function compareWithOwed(consumed: readonly KnownFee[], owed: Exact): { cuts: ShortenedFee[]; open: Exact } {
  let above = billedBy(consumed).minus(owed);
  const cuts: ShortenedFee[] = [];
  for (const fee of [...consumed].reverse()) {
    const credit = Exact.max(0, Exact.min(above, billedBy([fee])));
    if (credit.isZero()) continue;
    const left = billedBy([fee]).minus(credit);
    cuts.push({ fee, until: fee.until, credit, lines: [shownConsumed(left, fee.until)] });
    above = above.minus(credit);
  }
  return { cuts, open: above.negated() };
}

const shownConsumed = (amount: Exact, chargeOn: string): ShownLine => ({
  description: generatedTexts.consumedInstalments,
  amount: exactNumber(amount),
  chargeOn,
});

function draftOf(
  scope: OrgTransaction,
  { entitlement: { id } }: BilledEntitlement,
  { term, reducedAt: end }: InstalmentCommit,
  amount: Exact,
): Draft {
  const { start } = term.bought;
  const invoiceId = scope.newId('inv');
  const fee = {
    key: `${consumedKey(id, start)}${invoiceId}`,
    termId: '',
    start,
    end: end as string,
    isLate: false,
    amount,
    lines: [shownConsumed(amount, end as string)],
  };
  return { id: invoiceId, type: 'INSTALLMENT', fees: [fee] };
}
