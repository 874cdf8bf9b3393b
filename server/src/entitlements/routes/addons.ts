import { route } from '../../platform/http/route.ts';
import { type AddonTemplate, applyAddon } from '../commands/index.ts';
import { entitlementErrors } from '../errors.ts';
import { addonRequestExample } from '../examples.ts';
import { BillingAddonRecord, WorkloadEntitlement } from '../records.ts';
import { answerChange, approvalErrors } from './answer.ts';

const addonRoute = (
  addonTemplate: AddonTemplate,
  {
    verb,
    ...own
  }: { verb: 'addon' | 'applyAddon'; operationId: string; summary: string; description: string },
) =>
  route({
    ...own,
    method: 'POST',
    path: `/org/{orgId}/entitlement/{entitlementId}/${verb}`,
    group: 'Entitlement',
    access: 'entitlements:write',
    body: BillingAddonRecord,
    example: addonRequestExample,
    bodyRequired: true,
    response: WorkloadEntitlement,
    responseDescription: 'The entitlement after the change',
    errors: [
      entitlementErrors.entitlement_not_found.definition,
      entitlementErrors.entitlement_not_active.definition,
      entitlementErrors.addon_exists.definition,
      ...approvalErrors,
    ],
    run: {
      kind: 'transaction',
      handle: async (scope, request) =>
        answerChange(
          scope,
          request,
          await applyAddon(scope, addonTemplate, request.params.entitlementId, request.body),
        ),
    },
  });

const whatAddonsAre =
  'The entitlement must be ACTIVE. Each call adds one addon. Where its id is that of an addon template, name, ' +
  'description and amount that are absent are those of the template.';

export const addonRoutes = (addonTemplate: AddonTemplate) => [
  addonRoute(addonTemplate, {
    verb: 'addon',
    operationId: 'applyAddonToEntitlement',
    summary: 'Apply an addon to an entitlement',
    description:
      `${whatAddonsAre} A client that puts \`..\` in the place of the entitlement makes a template of it: ` +
      '`…/applyAddon` cannot be mistaken so.',
  }),
  addonRoute(addonTemplate, {
    verb: 'applyAddon',
    operationId: 'applyAddon',
    summary: 'Apply an addon to an entitlement, at a path of its own',
    description: whatAddonsAre,
  }),
];
