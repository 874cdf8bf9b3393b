import type { OrgTransaction } from '../../platform/access/scope.ts';
import { printExact } from '../../platform/records/json.ts';
import { changeEntitlement } from '../change.ts';
import type { EntitlementRow, TermRow } from '../columns.ts';
import { entitlementErrors } from '../errors.ts';
import { requireEntitlement } from '../preconditions.ts';
import type { EntitlementTermInfo } from '../records.ts';
import { live } from '../states.ts';
import { type DividedTerm, findRunningTerm, lockDueTerm, lockTerm } from './store.ts';

/**
 * Locks the entitlement and makes the term at the current time its current term.
 * @throws 404 if it does not exist or was deleted
 */
export const requireCurrentEntitlement = async (scope: OrgTransaction, id: string): Promise<EntitlementRow> =>
  inDueTerm(scope, await requireEntitlement(scope, id));

/** Fields that a following term overrides; the entitlement keeps its other fields. */
const ownOfTerm = ['annualizedAmount', 'commitAmount', 'commits', 'paymentInstallments'] as const;

/** Sets the current term of an entitlement to a term that was agreed earlier and has started. */
export async function inDueTerm(scope: OrgTransaction, entitlement: EntitlementRow): Promise<EntitlementRow> {
  if (!live.includes(entitlement.status)) return entitlement;
  const due = await lockDueTerm(scope, entitlement);
  if (!due) return entitlement;
  const info = JSON.parse(due.entitlement_info);
  return changeEntitlement(scope, entitlement, 'UPDATE', {
    termId: due.id,
    agreedPayments: null,
    info: printExact(
      Object.fromEntries(ownOfTerm.filter((name) => name in info).map((name) => [name, info[name]])),
    ),
    removeInfo: ownOfTerm.filter((name) => !(name in info)),
  });
}

/** Requires that the commit of the current term is undivided, and returns the term: locked, or for reads only. */
export type RequireUndivided<Term extends DividedTerm = DividedTerm> = (
  scope: OrgTransaction,
  entitlement: EntitlementRow,
) => Promise<Term>;

/**
 * Locks the current term.
 * @throws 400 if its commit is divided
 */
export async function requireUndivided(
  scope: OrgTransaction,
  { id, entitlement_term_id: termId }: EntitlementRow,
): Promise<TermRow> {
  return undivided(termId ? await lockTerm(scope, id, termId) : undefined);
}

/**
 * Reads the current term without locks; for reads only.
 * @throws 400 if its commit is divided
 */
export const findUndivided = async (
  scope: OrgTransaction,
  entitlement: EntitlementRow,
): Promise<DividedTerm> => undivided(await findRunningTerm(scope, entitlement));

function undivided<Term extends DividedTerm>(term: Term | undefined): Term {
  if (!term) throw entitlementErrors.entitlement_state('The entitlement has no current term.');
  if ((JSON.parse(term.info) as EntitlementTermInfo).isCommitDivided)
    throw entitlementErrors.entitlement_state(
      `The commit of term ${term.id} is divided; delete its parts first.`,
    );
  return term;
}
