import { contactAddresses } from '../../buyers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { invalid } from '../../platform/errors.ts';

/** @throws 400 that names those of the chosen contacts to whom no mail can go */
export async function requireContacts(
  scope: OrgTransaction,
  contactIds: readonly string[] | undefined,
): Promise<void> {
  if (!contactIds) return;
  const found = await contactAddresses(scope, contactIds);
  const findings = contactIds.flatMap((id, index) =>
    found.has(id) ? [] : [{ pointer: `/${index}`, message: 'is no contact with an e-mail address' }],
  );
  if (findings.length > 0) throw invalid(findings);
}
