import { type BilledEntitlement, lockForBilling, scheduleDrafts } from '../../entitlements/index.ts';
import { isDirect } from '../../marketplaces/index.ts';
import { markBilled } from '../../metering/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { Exact } from '../../platform/money-and-time/exact.ts';
import { adjustUsage, isAdjusted } from './adjust-usage.ts';
import { chargeFees } from './charge-fees.ts';
import { type CommitFees, commitFees } from './commit-fees.ts';
import { creditCuts } from './credit.ts';
import { type Draft, type SaleDrafts, writeDrafts } from './draft.ts';
import { draftsOfUsage, metricsIn, type UsageDraft } from './draft-usage.ts';
import { readFees } from './fee-store.ts';
import type { KnownFee, NewFee } from './fees.ts';
import type { InvoiceHooks } from './hooks.ts';
import { readPartiesOfMany } from './parties.ts';
import { taxesOf } from './taxes.ts';

/** An entitlement to be looked at, and the scope of the job that is to do so. */
type Asked = { scope: OrgTransaction; entitlementId: string };

/** A locked entitlement: what is billed of it, and what of commits is to be. */
type Due = {
  scope: OrgTransaction;
  sale: BilledEntitlement;
  known: readonly KnownFee[];
  commits: CommitFees;
};

/** What is to be drafted of an entitlement beside usage. */
type Drafted = Due & { drafts: readonly Draft[]; next: readonly (string | undefined)[] };

/**
 * Drafts what is due of an entitlement, and has it looked at again when more is. It is locked first, so that of two at once the
 * second finds what the first one drafted; then invoices are.
 */
export async function draftDue(
  scope: OrgTransaction,
  entitlementId: string,
  hooks: InvoiceHooks,
  how: { leavesLate?: boolean } = {},
): Promise<void> {
  const [due] = await lockDue([{ scope, entitlementId }]);
  if (!due) return;
  const { cuts } = due.commits;
  await creditCuts(scope, cuts, hooks);
  const fees = cuts.length === 0 ? undefined : await readFees(scope, [entitlementId]);
  await draftAll(scope, [{ ...due, known: fees?.get(entitlementId) ?? (fees ? [] : due.known) }], hooks, how);
}

/**
 * Drafts what is due of several entitlements in the same round trips. Those are left out that somebody else has locked, of which
 * something is credited or refreshed, or whose usage metrics count.
 * @returns which are done
 */
export async function draftDueTogether(asked: readonly Asked[], hooks: InvoiceHooks): Promise<Set<string>> {
  const [first] = asked;
  if (!first) return new Set();
  const locked = await lockDue(asked, { skipLocked: true });
  const due = locked.filter(({ commits, sale }) => commits.cuts.length === 0 && metricsIn(sale).length === 0);
  return draftAll(first.scope, due, hooks, { together: true });
}

/** Locks those of them that are billed. What depends on nothing else is asked at once, and goes in one packet. */
async function lockDue(asked: readonly Asked[], how?: { skipLocked: boolean }): Promise<Due[]> {
  const scopes = new Map(asked.map(({ scope, entitlementId }) => [entitlementId, scope]));
  const { scope } = asked[0] as Asked;
  const ids = [...scopes.keys()];
  const [sales, fees] = await Promise.all([lockForBilling(scope, ids, how), readFees(scope, ids)]);
  return sales.flatMap((sale) => {
    const { entitlement } = sale;
    if (!isDirect(entitlement.partner) || entitlement.status === 'DELETED') return [];
    const known = fees.get(entitlement.id) ?? [];
    const commits = commitFees(
      sale,
      known.filter(({ kind }) => kind === 'COMMIT'),
      scope.now.toISOString(),
    );
    return [{ scope: scopes.get(entitlement.id) as OrgTransaction, sale, known, commits }];
  });
}

type How = { leavesLate?: boolean; together?: boolean };

/** Drafts what is due of locked entitlements; together, but for those of which invoices are adjusted. Answers which are done. */
async function draftAll(
  scope: OrgTransaction,
  due: readonly Due[],
  hooks: InvoiceHooks,
  { leavesLate = false, together = false }: How,
): Promise<Set<string>> {
  const all = due.map(draftsBesideUsage);
  const ids = new Set(due.flatMap(({ sale }) => sale.entitlement.buyer_id ?? []));
  const [usage, parties] = await Promise.all([
    draftsOfUsage(scope, all, { leavesLate }),
    readPartiesOfMany(scope, [...ids]),
  ]);
  const ofUsage = ({ sale }: Due) => usage.get(sale.entitlement.id) as UsageDraft;
  const isLeft = (one: Due) => together && isAdjusted(ofUsage(one).adjustments ?? noAdjustments);
  const once = all.filter((one) => !isLeft(one));
  const drafts = once.map((one): SaleDrafts => {
    const { draft } = ofUsage(one);
    const taxes = taxesOf(hooks.taxRates, parties(one.sale.entitlement.buyer_id, one.sale.info));
    return { ...one, taxes, drafts: [...one.drafts, ...(draft ? [draft] : [])] };
  });
  await Promise.all([
    writeDrafts(scope, drafts),
    markBilled(
      scope,
      once.flatMap((one) => ofUsage(one).spans),
    ),
    scheduleDrafts(
      scope,
      once.flatMap((one) => {
        const next = [...one.next, ofUsage(one).next].filter((at) => at !== undefined).sort()[0];
        return next ? [{ scope: one.scope, entitlementId: one.sale.entitlement.id, at: new Date(next) }] : [];
      }),
    ),
  ]);
  for (const one of once) await adjustUsage(one.scope, ofUsage(one).adjustments ?? noAdjustments, hooks);
  return new Set(once.map(({ sale }) => sale.entitlement.id));
}

const noAdjustments = { drafts: [], credits: [], moves: [] };

/** Computes the drafts of commits, instalments and addons. Values in, values out, but for the ids of invoices. */
function draftsBesideUsage(due: Due): Drafted {
  const { scope, sale, known, commits } = due;
  const drafts: Draft[] = [];
  if (commits.fees.length > 0) drafts.push({ id: scope.newId('inv'), type: 'COMMIT', fees: commits.fees });
  const charges = chargeFees(sale, new Set(known.map(({ key }) => key)), scope.now.toISOString());
  for (const { kind, fee, detail } of charges.fees)
    drafts.push({ id: scope.newId('inv'), type: kind, fees: [fee], detail });
  const added = drafts.flatMap(({ id, type, fees }) =>
    fees.map((fee, position) => knownFee(fee, { invoiceId: id, position, kind: type })),
  );
  const fees = [...known, ...added].sort(byStart);
  return { ...due, known: fees, drafts, next: [commits.next, charges.next] };
}

const knownFee = (
  { key, termId, start, end, amount }: NewFee,
  place: Pick<KnownFee, 'invoiceId' | 'position' | 'kind'>,
): KnownFee => ({
  ...place,
  isDraft: true,
  key,
  termId,
  start,
  until: end,
  amount,
  credited: new Exact(0),
});

/** In the order in which they are read, once they are written. */
const byStart = (a: KnownFee, b: KnownFee): number =>
  compare(a.start, b.start) || compare(a.invoiceId, b.invoiceId) || a.position - b.position;
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
