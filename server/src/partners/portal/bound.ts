import type { OrgScope } from '../../platform/access/scope.ts';

/**
 * The channel partner for which the caller acts. Only callers of a channel partner have the portal's
 * permissions, so a caller without a channel partner is an internal error.
 */
export function channelPartnerOf({ boundTo }: Pick<OrgScope, 'boundTo'>): string {
  if (boundTo === undefined)
    throw new Error('the caller of a portal operation does not act for a channel partner');
  return boundTo;
}
