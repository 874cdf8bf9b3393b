import { offerErrors } from '../../offers/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { type Answer, RawJson, type RouteRequest } from '../../platform/http/route.ts';
import { warnOfIgnored } from '../change/index.ts';
import type { EntitlementRow } from '../columns.ts';
import { encodeEntitlement } from '../columns.ts';
import { entitlementErrors } from '../errors.ts';
import { WorkloadEntitlement } from '../records.ts';

export const answer = (row: EntitlementRow): Answer => ({ body: new RawJson(encodeEntitlement(row)) });

/** Answers an entitlement that a body made or changed, with warnings for what of the body is not known. */
export const answerChange = async (
  scope: OrgTransaction,
  { unknownFields }: Pick<RouteRequest, 'unknownFields'>,
  row: EntitlementRow,
): Promise<Answer> => answer(await warnOfIgnored(scope, row, unknownFields));

/** The parts that the operations which change an entitlement have in common. */
export const changes = {
  group: 'Entitlement',
  access: 'entitlements:write',
  response: WorkloadEntitlement,
  responseDescription: 'The entitlement after the change',
} as const;

const { entitlement_not_found, entitlement_state, entitlement_partner } = entitlementErrors;
export const stateErrors = [entitlement_not_found.definition, entitlement_state.definition];
export const partnerErrors = [...stateErrors, entitlement_partner.definition];
/** The errors of changes of what was sold, where sales need an approval. */
export const approvalErrors = [offerErrors.offer_not_approved.definition];
