import { lockRows } from '../../platform/http/record-tags.ts';
import { route } from '../../platform/http/route.ts';
import { WorkloadMetaInfo } from '../../products/records/index.ts';
import { changeBilling, changeMetaInfo, ignoredMetaInfo, renameEntitlement } from '../commands/index.ts';
import {
  UpdateEntitlementBillingParams,
  UpdateEntitlementNameParams,
  UpdateEntitlementPriceModelParams,
} from '../records.ts';
import { changePriceModel } from '../terms/index.ts';
import { answerChange, approvalErrors, changes, partnerErrors, stateErrors } from './answer.ts';

const under = '/org/{orgId}/entitlement/{entitlementId}';
const patches = { ...changes, method: 'PATCH', bodyRequired: true } as const;

/** Lists of prices that are unset are empty ones. */
function withoutUnset({ applyTime, commits, billableDimensions }: UpdateEntitlementPriceModelParams) {
  return {
    ...(applyTime ? { applyTime } : {}),
    ...(commits === undefined ? {} : { commits: commits ?? [] }),
    ...(billableDimensions === undefined ? {} : { billableDimensions: billableDimensions ?? [] }),
  };
}

export const changeRoutes = () => [
  route({
    ...patches,
    path: `${under}/entitlementName`,
    operationId: 'updateEntitlementName',
    condition: {
      of: '/org/{orgId}/entitlement/{entitlementId}',
      lock: lockRows(['entitlement', 'entitlementId']),
    },
    summary: 'Rename an entitlement',
    body: UpdateEntitlementNameParams,
    needed: ['name'],
    ignored: ['id', 'organizationID'],
    example: { name: 'Acme annual plan' },
    errors: stateErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const { params, body } = request;
        return answerChange(scope, request, await renameEntitlement(scope, params.entitlementId, body.name));
      },
    },
  }),
  route({
    ...patches,
    path: `${under}/metaInfo`,
    operationId: 'updateEntitlementMetaInfo',
    condition: {
      of: '/org/{orgId}/entitlement/{entitlementId}',
      lock: lockRows(['entitlement', 'entitlementId']),
    },
    summary: 'Change links, notes and data of an entitlement',
    description:
      'Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. The service’s own ' +
      'fields and those that only offers and products have are ignored. Credit that was applied is never forgotten.',
    body: WorkloadMetaInfo,
    ignored: ignoredMetaInfo,
    example: {
      crmBDealId: '12345',
      internalNote: 'Renewal is agreed on',
      customMetaInfo: { region: 'north' },
    },
    response: WorkloadMetaInfo,
    responseDescription: 'The metaInfo after the change',
    errors: [...stateErrors, ...approvalErrors],
    run: {
      kind: 'transaction',
      handle: (scope, { params, body, unknownFields }) =>
        changeMetaInfo(scope, params.entitlementId, body, unknownFields),
    },
  }),
  route({
    ...patches,
    path: `${under}/priceModel`,
    operationId: 'updateEntitlementPriceModel',
    condition: {
      of: '/org/{orgId}/entitlement/{entitlementId}',
      lock: lockRows(['entitlement', 'entitlementId']),
    },
    summary: 'Change what a direct sale costs',
    description:
      'Begins a term of type QuantityChange when quantities of commits change only, else PlanChange. With an applyTime ' +
      'in the future it is done by then, if the entitlement is ACTIVE.',
    body: UpdateEntitlementPriceModelParams,
    example: {
      commits: [{ key: 'seats', type: 'PER_USER', rate: 120, quantity: 15, length: 1, timeUnit: 'YEAR' }],
    },
    errors: [...partnerErrors, ...approvalErrors],
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const { params, body, strict } = request;
        const changed = await changePriceModel(scope, params.entitlementId, withoutUnset(body), { strict });
        return answerChange(scope, request, changed);
      },
    },
  }),
  route({
    ...patches,
    path: `${under}/billing`,
    operationId: 'updateEntitlementBilling',
    condition: {
      of: '/org/{orgId}/entitlement/{entitlementId}',
      lock: lockRows(['entitlement', 'entitlementId']),
    },
    summary: 'Set how an entitlement is billed',
    description:
      'What is set here holds instead of what the offer says, and is shown in info. A null gives the offer’s value ' +
      'back; absent fields stay.',
    body: UpdateEntitlementBillingParams,
    example: { netTermsInDays: 45, taxIds: ['DE123456789'], gracePeriodInDays: null },
    errors: [...stateErrors, ...approvalErrors],
    run: {
      kind: 'transaction',
      handle: async (scope, request) => {
        const { params, body } = request;
        return answerChange(scope, request, await changeBilling(scope, params.entitlementId, body));
      },
    },
  }),
];
