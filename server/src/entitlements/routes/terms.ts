import { z } from 'zod';
import { lockRows } from '../../platform/http/record-tags.ts';
import { route } from '../../platform/http/route.ts';
import { entitlementErrors } from '../errors.ts';
import {
  AddEntitlementCreditParams,
  AddEntitlementCreditResponse,
  DivideEntitlementCommitParams,
} from '../records.ts';
import { addCredit, deleteTerm, divideCommit, type HasUsage } from '../terms/index.ts';
import { approvalErrors, changes, stateErrors } from './answer.ts';

const under = '/org/{orgId}/entitlement/{entitlementId}';

export const termRoutes = (hasUsage: HasUsage) => [
  route({
    ...changes,
    method: 'POST',
    path: `${under}/addCredit`,
    operationId: 'addEntitlementCredit',
    summary: 'Add credit to a term',
    description: 'To the term that runs, or to the one that is named. Each call adds.',
    body: AddEntitlementCreditParams,
    bodyRequired: true,
    ignored: ['entitlementID', 'organizationID'],
    example: { creditAmountIncrement: 250.5 },
    response: AddEntitlementCreditResponse,
    responseExample: {
      creditAmountIncrement: 250.5,
      entitlementID: 'ent_01m7z53qrwf3raysksbfq2fp2q',
      entitlementTermID: 'trm_01m7z53qrwf3raysksbfq2fp2q',
      newCreditAmount: 1250.5,
      organizationID: 'org_01m7z53qrwf3raysksbfq2fp2q',
    },
    responseDescription: 'The credit of the term',
    errors: [...stateErrors, ...approvalErrors],
    run: {
      kind: 'transaction',
      handle: (scope, { params, body }) => addCredit(scope, params.entitlementId, body),
    },
  }),
  route({
    ...changes,
    method: 'POST',
    path: `${under}/divideCommit`,
    operationId: 'divideEntitlementCommit',
    summary: 'Divide the commit of the term that runs',
    description:
      'Makes a sub term for each start date, with equal shares; the last one takes what is left. A commitAmount above ' +
      '0 is divided as commit; else what usage has not drawn of the commit is, as credit.',
    body: DivideEntitlementCommitParams,
    bodyRequired: true,
    example: { commitAmount: 12000, startDates: ['2026-12-01T10:00:00.000Z', '2027-06-01T00:00:00.000Z'] },
    response: z.string(),
    responseExample: 'trm_01m7z53qrwf3raysksbfq2fp2q',
    responseDescription: 'The id of the term that is divided',
    errors: stateErrors,
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: await divideCommit(scope, params.entitlementId, body),
      }),
    },
  }),
  route({
    ...changes,
    method: 'DELETE',
    path: `${under}/entitlementTerm/{entitlementTermId}`,
    operationId: 'deleteEntitlementTerm',
    condition: { lock: lockRows(['entitlement', 'entitlementId']) },
    summary: 'Delete a part of a divided commit',
    description:
      'Only a sub term of which nothing was used. With the last one the divided term is whole again.',
    response: z.string(),
    responseExample: 'trm_01m7z53qrwf3raysksbfq2fp2q',
    responseDescription: 'The id of the term that was deleted',
    errors: [
      ...stateErrors,
      entitlementErrors.entitlement_term_not_found.definition,
      entitlementErrors.entitlement_term_not_deletable.definition,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => ({
        body: await deleteTerm(scope, hasUsage, params.entitlementId, params.entitlementTermId),
      }),
    },
  }),
];
