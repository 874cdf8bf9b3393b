import { z } from 'zod';
import { invalid } from '../platform/errors.ts';
import { readRoute } from '../platform/http/read-route.ts';
import { lockRows } from '../platform/http/record-tags.ts';
import { RawJson, route } from '../platform/http/route.ts';
import { listBatch } from '../platform/lists/list-answer.ts';
import { pageParameters } from '../platform/lists/pagination.ts';
import { addonColumns, encodeAddon } from './columns.ts';
import { billingErrors } from './errors.ts';
import { BillingAddon, CreateAndUpdateAddonParams } from './records.ts';
import { createAddon, deleteAddon, updateAddon } from './service.ts';
import { selectAddon } from './store.ts';

const common = { group: 'Billing', response: BillingAddon, responseDescription: 'The template' } as const;
const path = '/org/{orgId}/addon';
const pathOfOne = '/org/{orgId}/addon/{addonId}';
const missing = [billingErrors.addon_not_found.definition];

/** An addon that is to be applied comes here when the entitlement of its path is named `..`. @throws 400 */
function requireTemplate(body: unknown): void {
  if (typeof body === 'object' && body !== null && 'chargeOn' in body)
    throw invalid([{ pointer: '/chargeOn', message: 'is of an addon that is applied, not of a template' }]);
}

export const billingRoutes = () => [
  route({
    method: 'GET',
    path,
    operationId: 'listAddons',
    group: 'Billing',
    summary: 'List addon templates',
    description: 'In order of creation time and id, without deleted ones.',
    access: 'billing:read',
    query: z.object(pageParameters()),
    response: z.array(BillingAddon),
    responseDescription: 'The templates',
    run: {
      kind: 'batch',
      batch: (scope, request) =>
        listBatch(scope, request, {
          table: 'addon_template',
          columns: addonColumns.map(([, column]) => column),
          filters: { status: 'ACTIVE' },
          encode: encodeAddon,
        }),
    },
  }),
  route({
    ...common,
    method: 'POST',
    path,
    operationId: 'createAddon',
    summary: 'Create an addon template',
    description:
      'It is applied to an entitlement by naming its id in the addon that is sent there. A body with `chargeOn` is ' +
      'one to apply and is refused here.',
    access: 'billing:write',
    body: CreateAndUpdateAddonParams,
    bodyRequired: true,
    example: { name: 'Onboarding', description: 'Two days with an engineer', amount: 2400 },
    run: {
      kind: 'batch',
      batch: (scope, { body, parsedBody }) => {
        requireTemplate(parsedBody);
        return createAddon(scope, body);
      },
    },
  }),
  readRoute({
    ...common,
    path: pathOfOne,
    operationId: 'getAddon',
    summary: 'Get an addon template',
    description: 'One that was deleted is answered with the status DELETED.',
    access: 'billing:read',
    select: (scope, { addonId }) => selectAddon(scope, addonId),
    missing: billingErrors.addon_not_found,
    encode: encodeAddon,
  }),
  route({
    ...common,
    method: 'PATCH',
    path: pathOfOne,
    operationId: 'updateAddon',
    condition: { lock: lockRows(['addon_template', 'addonId']) },
    summary: 'Change an addon template',
    description: 'What is absent stays. Addons that were applied before keep what they were.',
    access: 'billing:write',
    body: CreateAndUpdateAddonParams,
    bodyRequired: true,
    example: { amount: 2600 },
    errors: [...missing, billingErrors.addon_deleted.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params, body }) => ({
        body: new RawJson(encodeAddon(await updateAddon(scope, params.addonId, body))),
      }),
    },
  }),
  route({
    method: 'DELETE',
    path: pathOfOne,
    operationId: 'deleteAddon',
    condition: { lock: lockRows(['addon_template', 'addonId']) },
    group: 'Billing',
    summary: 'Delete an addon template',
    description: 'It can no longer be applied. Addons that were applied before stay.',
    access: 'billing:write',
    response: z.string(),
    responseDescription: 'The id of the template',
    errors: [...missing, billingErrors.addon_deleted.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { params }) => {
        await deleteAddon(scope, params.addonId);
        return { body: params.addonId };
      },
    },
  }),
];
