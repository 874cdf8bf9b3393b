/**
 * Returns the id of a plan change that a buyer requested. The marketplace has none: an entitlement has at most one
 * pending change, which is named by its plan.
 */
export const requestIdOf = (entitlementId: string, plan: string): string => `${entitlementId}/${plan}`;

/** Splits the id of a request into entitlement and plan; undefined for another text. */
export function partsOfRequest(id: string): { entitlementId: string; plan: string } | undefined {
  const at = id.indexOf('/');
  const [entitlementId, plan] = [id.slice(0, at), id.slice(at + 1)];
  return at > 0 && plan !== '' ? { entitlementId, plan } : undefined;
}
