import type { OrgScope } from '../../platform/access/scope.ts';

/**
 * The channel partner for which the caller acts. Nobody else has the permissions of the portal, so that one without is a
 * mistake of ours.
 */
export function channelPartnerOf({ boundTo }: Pick<OrgScope, 'boundTo'>): string {
  if (boundTo === undefined) throw new Error('the portal was entered without a channel partner');
  return boundTo;
}
