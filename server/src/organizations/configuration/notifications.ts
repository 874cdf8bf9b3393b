import { z } from 'zod';
import {
  allNotificationScopes,
  notificationScopes,
  type TemplateThreads,
  templateFindings,
} from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import { pointerOf } from '../../platform/records/json.ts';
import { fieldNames } from '../../platform/records/merge.ts';
import { NotificationConfigInfo } from '../records.ts';
import { type ConfigurationRecord, checkAddresses, configurationDefaults, isEmailAddress } from './define.ts';

export type NotificationConfigDeps = {
  defaultSender: string;
  /** Renders templates of requests; mails are rendered in other threads. */
  previews: TemplateThreads;
  /** The record schema of each entity that notifications are about, by the entity's name in the scopes. */
  entityRecords: Readonly<Record<string, z.ZodObject>>;
};

/**
 * Defines the configuration of recipients and scopes of notifications. The lists of possible choices are filled
 * on read and ignored on write (R15).
 */
export function notificationConfiguration(deps: NotificationConfigDeps): ConfigurationRecord {
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
  return {
    name: 'notificationConfigInfo',
    word: 'NotificationConfigInfo',
    group: 'Notification',
    summary: 'the notification configuration',
    schema: NotificationConfigInfo,
    ignored: [...Object.keys(capabilities), 'crmFieldOptionsByCrm', 'warningMessages'],
    warns: true,
    check: (config) => [...checkConfig(config), ...checkRouting(config, capabilities)],
    judge: (config, organizationId) => templateFindings(deps.previews, organizationId, templatesOf(config)),
    derived: ({ crms }) => ({
      ...capabilities,
      // The lists are empty, because the service does not read the CRM's field names yet.
      crmFieldOptionsByCrm: Object.fromEntries(crms.map((crm) => [crm, []])),
    }),
  };
}

/** Reads the organization's notification configuration, with the defaults. */
export async function readNotificationConfig(scope: OrgTransaction): Promise<NotificationConfigInfo> {
  const [row] = await scope.query<{ config: string | null }>({
    name: 'read_notification_config',
    text: `SELECT o.info -> 'notificationConfigInfo' AS config FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId],
  });
  return { ...configurationDefaults.notificationConfigInfo, ...JSON.parse(row?.config ?? '{}') };
}

function checkConfig(config: NotificationConfigInfo): Finding[] {
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
        pointer: pointerTo(scope),
        message: `is not a notification scope; scopes: ${allNotificationScopes.join(', ')}`,
      });
  return findings;
}

type Capabilities = {
  entityFieldOptions: Readonly<Record<string, readonly string[]>>;
  roleGroupOptionsByEntityType: Readonly<Record<string, readonly string[]>>;
};

/** Maximum number of recipients in each list of a notification scope. */
const mostRecipients = 50;

/** Findings for recipients that do not exist. */
function checkRouting(config: NotificationConfigInfo, capabilities: Capabilities): Finding[] {
  return Object.entries(config.emailNotificationScopeEventConfigs ?? {}).flatMap(([scope, routing]) => {
    if (!routing) return [];
    const at = pointerTo(scope);
    const entity = scope.slice(scope.lastIndexOf('.') + 1);
    const fields = capabilities.entityFieldOptions[entity] ?? [];
    const groups = capabilities.roleGroupOptionsByEntityType[entity] ?? [];
    const { recipients = [], ccRecipients = [], bccRecipients = [], roleGroups = [] } = routing;
    const lists = { recipients, ccRecipients, bccRecipients, roleGroups };
    return [
      ...Object.entries(lists).flatMap(([name, list]) =>
        list.length > mostRecipients
          ? [{ pointer: `${at}/${name}`, message: `must have at most ${mostRecipients} items` }]
          : [],
      ),
      ...checkAddresses(ccRecipients, `${at}/ccRecipients`),
      ...checkAddresses(bccRecipients, `${at}/bccRecipients`),
      ...checkAddresses(routing.senderEmail ? [routing.senderEmail] : [], at).map(({ message }) => ({
        pointer: `${at}/senderEmail`,
        message,
      })),
      ...recipients.flatMap((entry, index) =>
        isEmailAddress(entry) || fields.includes(entry)
          ? []
          : [
              {
                pointer: `${at}/recipients/${index}`,
                message: 'must be an e-mail address or a field of the entity',
              },
            ],
      ),
      ...roleGroups.flatMap((group, index) =>
        groups.includes(group)
          ? []
          : [{ pointer: `${at}/roleGroups/${index}`, message: `must be one of ${groups.join(', ')}` }],
      ),
    ];
  });
}

const pointerTo = (scope: string): string => pointerOf(['emailNotificationScopeEventConfigs', scope]);

const templatesOf = (config: NotificationConfigInfo) =>
  Object.entries(config.emailNotificationScopeEventConfigs ?? {}).flatMap(([scope, routing]) =>
    (['subjectOverride', 'templateOverride'] as const).map((name) => ({
      pointer: `${pointerTo(scope)}/${name}`,
      template: routing?.[name] ?? '',
    })),
  );

/** The names of a record's fields, and of the fields of its nested records, as dotted paths. */
function fieldPaths(schema: z.ZodObject): string[] {
  return fieldNames(schema).flatMap((name) => {
    const inner = (schema.shape[name] as z.ZodOptional).unwrap() as z.ZodType;
    return inner instanceof z.ZodObject ? fieldNames(inner).map((field) => `${name}.${field}`) : [name];
  });
}

/** The groups that can be notified: members by role, and people in the entity's record. */
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
