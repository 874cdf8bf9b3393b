import { z } from 'zod';
import { type Finding, invalid } from '../platform/errors.ts';
import { recordEvent } from '../platform/events.ts';
import { fieldNames, mergePatch } from '../platform/merge.ts';
import { type Answer, type Plan, route } from '../platform/route.ts';
import type { OrgScope, OrgTransaction } from '../platform/scope.ts';
import { notificationDefaults } from './columns.ts';
import { NotificationConfigInfo } from './records.ts';
import { allNotificationScopes, notificationScopes } from './scopes.ts';

export type NotificationConfigDeps = {
  defaultSender: string;
  /** The record of each kind of entity that notifications are about, by the entity's word in the scopes. */
  entityRecords: Readonly<Record<string, z.ZodObject>>;
  /** The record that holds the links to CRM systems: their fields begin with the CRM's word. */
  crmLinks: z.ZodObject;
};

/** Filled on read and ignored on write (R15). */
const readOnlyFields = [
  'allEmailNotificationScopes',
  'crmFieldOptionsByCrm',
  'defaultSenderEmail',
  'entityFieldOptions',
  'roleGroupOptionsByEntityType',
] as const;

const readConfig = (scope: OrgScope): Plan['statements'] => [
  {
    name: 'read_notification_config',
    text: `SELECT o.info -> 'notificationConfigInfo' AS config, ARRAY(
             SELECT DISTINCT i.partner FROM integration i
             WHERE i.organization_id = $1 AND i.partner LIKE 'CRM%' ORDER BY i.partner) AS crms
           FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId],
  },
];

export function createNotificationConfig(deps: NotificationConfigDeps) {
  const capabilities = {
    allEmailNotificationScopes: allNotificationScopes,
    defaultSenderEmail: deps.defaultSender,
    entityFieldOptions: Object.fromEntries(
      Object.entries(deps.entityRecords).map(([entity, schema]) => [entity, fieldPaths(schema)]),
    ),
    roleGroupOptionsByEntityType: Object.fromEntries(
      Object.keys(notificationScopes).map((entity) => [entity, roleGroups(deps.entityRecords[entity])]),
    ),
  };
  const show = (config: object, crms: readonly string[]) => ({
    ...notificationDefaults,
    ...config,
    ...capabilities,
    crmFieldOptionsByCrm: Object.fromEntries(crms.map((crm) => [crm, crmFields(deps.crmLinks, crm)])),
  });
  const answer = (row: { config: string | null; crms: string[] } | undefined): Answer => ({
    body: show(JSON.parse(row?.config ?? '{}'), row?.crms ?? []),
  });
  type ConfigRow = { config: string | null; crms: string[] };
  return {
    read: (scope: OrgScope): Plan => ({
      statements: readConfig(scope),
      respond: ([rows]) => answer(rows?.[0] as ConfigRow | undefined),
    }),
    change: async (scope: OrgTransaction, patch: NotificationConfigInfo): Promise<Answer> => {
      const [stored] = await scope.query<{ config: string | null }>({
        name: 'lock_notification_config',
        text: `SELECT o.info -> 'notificationConfigInfo' AS config
               FROM organization o WHERE o.organization_id = $1 FOR UPDATE`,
        values: [scope.organizationId],
      });
      const accepted = Object.fromEntries(
        Object.entries(patch).filter(([name]) => !(readOnlyFields as readonly string[]).includes(name)),
      );
      checkConfig(accepted);
      const before = JSON.parse(stored?.config ?? '{}');
      const config = mergePatch(before, accepted);
      await writeConfig(scope, before, config);
      const [statement] = readConfig(scope);
      return answer((await scope.query<ConfigRow>(statement as Plan['statements'][number]))[0]);
    },
  };
}

async function writeConfig(scope: OrgTransaction, before: object, config: object): Promise<void> {
  const [row] = await scope.query<{ sequence: number }>({
    name: 'write_notification_config',
    text: `UPDATE organization SET info = jsonb_set(info, '{notificationConfigInfo}', $2::jsonb),
             last_update_time = $3, sequence = sequence + 1
           WHERE organization_id = $1 RETURNING sequence`,
    values: [scope.organizationId, JSON.stringify(config), scope.now],
  });
  await scope.query(
    recordEvent(scope, {
      entityType: 'ORGANIZATION',
      entityId: scope.organizationId,
      sequence: row?.sequence as number,
      action: 'UPDATE',
      payload: JSON.stringify({ id: scope.organizationId, info: { notificationConfigInfo: config } }),
      before: JSON.stringify({ id: scope.organizationId, info: { notificationConfigInfo: before } }),
    }),
  );
}

function checkConfig(config: NotificationConfigInfo): void {
  const findings: Finding[] = [];
  const days = config.daysToExpireSoonOfferWorkflowNotification;
  if (days !== undefined && (days < 1 || days > 365))
    findings.push({
      pointer: '/daysToExpireSoonOfferWorkflowNotification',
      message: 'must be from 1 to 365',
    });
  for (const scope of Object.keys(config.emailNotificationScopeEventConfigs ?? {}))
    if (!(allNotificationScopes as readonly string[]).includes(scope))
      findings.push({
        pointer: `/emailNotificationScopeEventConfigs/${scope.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        message: `is not a notification scope; known are ${allNotificationScopes.join(', ')}`,
      });
  if (findings.length > 0) throw invalid(findings);
}

/** Names of a record's fields, and of those of its `info` and `metaInfo`, as dotted paths. */
function fieldPaths(schema: z.ZodObject): string[] {
  return fieldNames(schema).flatMap((name) => {
    const inner = (schema.shape[name] as z.ZodOptional).unwrap() as z.ZodType;
    return inner instanceof z.ZodObject ? fieldNames(inner).map((field) => `${name}.${field}`) : [name];
  });
}

/** Who can be told: members by role, and people that the entity's own record leads to. */
function roleGroups(schema: z.ZodObject | undefined): string[] {
  const fields = schema ? fieldNames(schema) : [];
  return [
    'ADMIN',
    'EDITOR',
    'VIEWER',
    ...(fields.includes('createdBy') ? ['CREATOR'] : []),
    ...(fields.includes('contactIds') ? ['CONTACTS'] : []),
    ...(fields.includes('buyerID') ? ['BUYER'] : []),
  ];
}

function crmFields(links: z.ZodObject, crm: string): string[] {
  const word = `${crm.slice(0, 3).toLowerCase()}${crm.slice(3)}`;
  return fieldNames(links).filter((name) => name.startsWith(word));
}

export function notificationConfigRoutes(deps: NotificationConfigDeps) {
  const config = createNotificationConfig(deps);
  const common = {
    path: '/org/{orgId}/notificationConfigInfo',
    group: 'Notification',
    response: NotificationConfigInfo,
    responseDescription: 'The notification configuration, its read-only fields filled',
  } as const;
  return [
    route({
      ...common,
      method: 'GET',
      operationId: 'getNotificationConfigInfo',
      summary: 'Get the notification configuration',
      access: 'organization:read',
      run: { kind: 'plan', plan: (scope) => config.read(scope) },
    }),
    route({
      ...common,
      method: 'PATCH',
      operationId: 'updateNotificationConfigInfo',
      summary: 'Change the notification configuration',
      description:
        'Absent fields stay. Maps merge by key and a null removes its key; arrays are replaced. Read-only fields are ignored.',
      access: 'organization:write',
      body: NotificationConfigInfo,
      bodyRequired: true,
      ignored: readOnlyFields,
      run: { kind: 'transaction', handle: (scope, request) => config.change(scope, request.body) },
    }),
  ];
}
