import type { OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';
import type { ErrorDefinition } from '../platform/errors.ts';
import { type Authority, requireNoMore } from './authority.ts';

/** What organizations know of channel partners: that one is there, and stays so until the end of the transaction. */
export type ChannelPartners = {
  /** @throws `missing` */
  lock: (scope: OrgTransaction, id: string) => Promise<unknown>;
  missing: ErrorDefinition;
};

export const bindingText =
  'The channel partner for which it acts: it reaches the partner portal then and nothing else, whatever its role allows.';

/**
 * Answers to which channel partner somebody is bound from now on. It lets somebody see what is the channel partner's, which
 * is for whoever may write that.
 * @param given null and an empty text unbind; absent leaves it as it is
 * @throws 403, 404
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

/** Binds a member or a client of the organization, or unbinds it. It counts from its next request on every process. */
export const bindPrincipal = (id: string, channelPartnerId: string | null): Statement => ({
  name: 'bind_principal',
  text: 'SELECT bind_principal($1, $2) AS done',
  values: [id, channelPartnerId],
});
