import type { OrgScope } from '../../platform/access/scope.ts';
import type { Statement } from '../../platform/database/statement.ts';

/** SQL that is true where private offers are published only after they were approved; `$1` is the organization. */
export const offersNeedApproval = `EXISTS (
  SELECT FROM organization o WHERE o.organization_id = $1
    AND o.info -> 'privateOfferConfigInfo' -> 'requireApproval' = 'true'::jsonb)`;

export const selectOffersNeedApproval = (scope: OrgScope): Statement => ({
  name: 'offers_need_approval',
  text: `SELECT ${offersNeedApproval} AS needed`,
  values: [scope.organizationId],
});
