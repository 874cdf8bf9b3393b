import type { OrgScope, OrgTransaction } from '../platform/access/scope.ts';
import type { Statement } from '../platform/database/statement.ts';

/** Reads whether the organization's sandbox rejects incomplete offers, as the marketplaces do. */
export const selectStrict = ({ organizationId }: Pick<OrgScope, 'organizationId'>): Statement => ({
  name: 'sandbox_strict',
  text: `SELECT o.info #> '{organizationConfigInfo,sandbox,strict}' = 'true'::jsonb AS strict
         FROM organization o WHERE o.organization_id = $1`,
  values: [organizationId],
});

export const isStrict = (rows: readonly unknown[] | undefined): boolean =>
  (rows?.[0] as { strict: boolean | null } | undefined)?.strict === true;

/** Returns whether missing values of an organization's offers are filled. */
export const fillsMissing = async (scope: OrgTransaction): Promise<boolean> =>
  scope.environment === 'TEST' && !isStrict(await scope.query(selectStrict(scope)));
