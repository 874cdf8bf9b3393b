import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { recordEvent } from '../../platform/events/record-event.ts';
import { mask } from '../../platform/secrets/mask.ts';
import type { OrganizationInfo } from '../records.ts';
import type { Setting } from './define.ts';

type Name = keyof OrganizationInfo & string;

/**
 * Reads a stored setting and locks the organization until the end of the transaction. @returns undefined if
 * unset
 */
export async function lockConfiguration(scope: OrgTransaction, name: Name): Promise<Setting> {
  const [stored] = await scope.query<{ config: string | null }>({
    name: 'lock_configuration',
    text: 'SELECT o.info -> $2 AS config FROM organization o WHERE o.organization_id = $1 FOR UPDATE',
    values: [scope.organizationId, name],
  });
  return stored?.config ? JSON.parse(stored.config) : undefined;
}

/** Writes a setting that was locked, with its event. */
export async function writeConfiguration(
  scope: OrgTransaction,
  name: Name,
  { before, next }: { before: Setting; next: Setting },
): Promise<void> {
  const [row] = await scope.query<RowOf<'organization', 'sequence'>>({
    name: 'write_configuration',
    text: `UPDATE organization SET info = jsonb_set(info, ARRAY[$2], $3::jsonb),
             last_update_time = $4, sequence = sequence + 1
           WHERE organization_id = $1 RETURNING sequence`,
    values: [scope.organizationId, name, JSON.stringify(next), scope.now],
  });
  const snapshot = (value: Setting) =>
    JSON.stringify({ id: scope.organizationId, info: { [name]: mask(value) } });
  await scope.query(
    recordEvent(scope, {
      entityType: 'ORGANIZATION',
      entityId: scope.organizationId,
      sequence: row?.sequence as number,
      action: 'UPDATE',
      payload: snapshot(next),
      before: snapshot(before),
    }),
  );
}

/**
 * SQL condition that is true if private offers require an approval before publication; `$1` is the
 * organization.
 */
export const offersNeedApproval = `EXISTS (
  SELECT FROM organization o WHERE o.organization_id = $1
    AND o.info -> 'privateOfferConfigInfo' -> 'requireApproval' = 'true'::jsonb)`;

export const selectOffersNeedApproval = (scope: OrgScope): Statement => ({
  name: 'offers_need_approval',
  text: `SELECT ${offersNeedApproval} AS needed`,
  values: [scope.organizationId],
});
