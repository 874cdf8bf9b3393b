import { allNotificationScopes, type NotificationScope } from '../notifications/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { invalid } from '../platform/errors.ts';
import { recordEvent } from '../platform/events/record-event.ts';
import { type Route, route } from '../platform/http/route.ts';
import { requireTest, sandboxErrors } from './errors.ts';
import { SandboxEvent, SandboxEventParams } from './records.ts';

/** Records an event for a nonexistent record. All notifications of the event are marked as tests. */
async function trigger(scope: OrgTransaction, wanted: string | undefined) {
  requireTest(scope);
  if (!allNotificationScopes.includes(wanted as NotificationScope))
    throw invalid([{ pointer: '/scope', message: `must be one of ${allNotificationScopes.join(', ')}` }]);
  const [action, entityType] = (wanted as NotificationScope).split('.') as [string, string];
  const [eventID, entityID] = [scope.newId('evt'), scope.newId('tst')];
  const payload = {
    id: entityID,
    organizationID: scope.organizationId,
    name: 'Test',
    isTest: true,
    creationTime: scope.now.toISOString(),
  };
  await scope.query(
    recordEvent(scope, {
      id: eventID,
      entityType,
      entityId: entityID,
      sequence: 1,
      action,
      payload: JSON.stringify(payload),
      ...(action === 'CREATE' ? {} : { before: JSON.stringify(payload) }),
    }),
  );
  return { eventID, scope: wanted, entityType, entityID };
}

/** Returns the route that triggers test events. */
export const eventRoutes = (): Route[] => [
  route({
    method: 'POST',
    path: '/org/{orgId}/sandbox/event',
    operationId: 'triggerSandboxEvent',
    group: 'Sandbox',
    summary: 'Trigger a test event',
    description:
      'Triggers an event without an existing record, which is sent by mail and webhooks like any other. Its title begins ' +
      'with TEST, and `info.isTest` is true.',
    access: 'sandbox:write',
    body: SandboxEventParams,
    example: { scope: 'ACCEPT.OFFER' },
    response: SandboxEvent,
    responseExample: {
      eventID: 'evt_01m7z53qrwf3raysksbfq2fp2q',
      scope: 'ACCEPT.OFFER',
      entityType: 'OFFER',
      entityID: 'tst_01m7z53tktffyb85rg1ffx9tnv',
    },
    responseDescription: 'The event',
    errors: [sandboxErrors.not_a_test_organization.definition],
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => ({ body: await trigger(scope, body.scope) }),
    },
  }),
];
