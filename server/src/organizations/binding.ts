import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { ErrorDefinition } from '../platform/errors.ts';
import { type Authority, requireNoMore } from './authority.ts';

/**
 * The operation on channel partners that organizations use: locks a channel partner, so that it exists until
 * the transaction ends.
 */
export type ChannelPartners = {
  /** @throws `missing` */
  lock: (scope: OrgTransaction, id: string) => Promise<unknown>;
  missing: ErrorDefinition;
};

export const bindingText =
  'The channel partner for which the principal acts. The principal can then use only the partner portal, independent of its ' +
  'role.';

/**
 * Decides which channel partner a principal is bound to after a change. Binding requires
 * `channelPartners:write`, because the principal can then read the channel partner's records.
 * @param given null and an empty text unbind; absent keeps the binding
 * @throws 403 without the permission, 404 for an unknown channel partner
 */
export async function bindingFrom(
  scope: OrgTransaction,
  { authority, partners }: { authority: Pick<Authority, 'permissions'>; partners: ChannelPartners },
  given: string | null | undefined,
  before: string | null,
): Promise<string | null> {
  const next = given === undefined ? before : given || null;
  if (next === null || next === before) return next;
  requireNoMore(authority, ['channelPartners:write']);
  await partners.lock(scope, next);
  return next;
}

/** Binds a member or client to a channel partner, or unbinds it, from its next request on. */
export const bindPrincipal = (id: string, channelPartnerId: string | null): Statement => ({
  name: 'bind_principal',
  text: 'SELECT bind_principal($1, $2) AS done',
  values: [id, channelPartnerId],
});
