import type { OrgTransaction } from '../../platform/access/scope.ts';
import { printExact } from '../../platform/records/json.ts';
import { changeEntitlement, requireEntitlement } from '../change/index.ts';
import type { EntitlementRow, TermRow } from '../columns.ts';
import { entitlementErrors } from '../errors.ts';
import type { EntitlementTermInfo } from '../records.ts';
import { live } from '../states.ts';
import { type DividedTerm, findRunningTerm, lockDueTerm, lockTerm } from './store.ts';

/** The entitlement, locked, in the term that runs now. @throws 404 when there is none, or it was deleted */
export const requireCurrentEntitlement = async (scope: OrgTransaction, id: string): Promise<EntitlementRow> =>
  inDueTerm(scope, await requireEntitlement(scope, id));

/** The fields that a term which follows has of its own; all else is the entitlement's. */
const ownOfTerm = ['annualizedAmount', 'commitAmount', 'commits', 'paymentInstallments'] as const;

/** Goes on to the term whose time has come, where one was agreed on before. */
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

/** Requires that the commit of the term that runs is whole, and answers that term: locked, or to be read only. */
export type RequireUndivided<Term extends DividedTerm = DividedTerm> = (
  scope: OrgTransaction,
  entitlement: EntitlementRow,
) => Promise<Term>;

/** The term that runs, locked. @throws 400 when its commit is divided already */
export async function requireUndivided(
  scope: OrgTransaction,
  { id, entitlement_term_id: termId }: EntitlementRow,
): Promise<TermRow> {
  return undivided(termId ? await lockTerm(scope, id, termId) : undefined);
}

/** The same of the term that runs now, to be read only: neither that nor the entitlement is locked. */
export const findUndivided = async (
  scope: OrgTransaction,
  entitlement: EntitlementRow,
): Promise<DividedTerm> => undivided(await findRunningTerm(scope, entitlement));

function undivided<Term extends DividedTerm>(term: Term | undefined): Term {
  if (!term) throw entitlementErrors.entitlement_state('The entitlement has no term that runs.');
  if ((JSON.parse(term.info) as EntitlementTermInfo).isCommitDivided)
    throw entitlementErrors.entitlement_state(
      `The commit of the term ${term.id} is divided; delete the parts first.`,
    );
  return term;
}
