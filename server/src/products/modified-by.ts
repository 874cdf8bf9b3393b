import type { OrgScope } from '../platform/access/scope.ts';
import type { LastModifiedBy } from './records/index.ts';

/** The author of a change, as a field of the record. */
export const modifiedBy = ({ actor }: Pick<OrgScope, 'actor'>): LastModifiedBy => ({
  entityType: actor.type,
  entityId: actor.id,
  ...(actor.email ? { email: actor.email } : {}),
  ...(actor.name ? { name: actor.name } : {}),
});
