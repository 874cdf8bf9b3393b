import { columnList, type FieldColumn, recordEncoder } from '../platform/encode.ts';
import { mask } from '../platform/mask.ts';
import type { Row } from '../platform/statement.ts';

/** Where each stored field of an organization lies; `info` is shown with its defaults. */
export const organizationColumns: readonly FieldColumn[] = [
  ['id', 'organization_id', 'text'],
  ['name', 'name', 'text'],
  ['description', 'description', 'text'],
  ['website', 'website', 'text'],
  ['emailDomain', 'email_domain', 'text'],
  ['environment', 'environment', 'text'],
  ['type', 'type', 'text'],
  ['status', 'status', 'text'],
  ['allowedAuthMethods', 'allowed_auth_methods', 'texts'],
  ['authID', 'auth_id', 'text'],
  ['createdBy', 'created_by', 'text'],
  ['expireAt', 'expire_at', 'time', 'nullable'],
  ['info', 'shown_info', 'json'],
  ['creationTime', 'creation_time', 'time'],
  ['lastUpdateTime', 'last_update_time', 'time'],
  ['partners', 'partners', 'texts'],
  ['userRole', 'role', 'text'],
];

const stored = organizationColumns.filter(
  ([, column]) => !['shown_info', 'partners', 'role'].includes(column),
);
export const organizationColumnList = `${columnList(stored, 'o')}, o.info`;

const encode = recordEncoder(organizationColumns);

/** An organization's row with the defaults of its settings filled in and secrets masked. */
export const encodeOrganization = (row: Row): string =>
  encode({ ...row, shown_info: JSON.stringify(showInfo(JSON.parse(row.info as string))) });

type Json = Record<string, unknown>;

/** The defaults that the specification states. */
export function showInfo(info: Json): Json {
  return mask({
    ...info,
    aiBillingConfig: {
      enabled: true,
      monthlyCreditCents: 10_000,
      monthlySpendingCapCents: 50_000,
      ...(info.aiBillingConfig as Json | undefined),
    },
    notificationConfigInfo: { ...notificationDefaults, ...(info.notificationConfigInfo as Json | undefined) },
  }) as Json;
}

export const notificationDefaults = {
  daysToExpireSoonOfferWorkflowNotification: 7,
  disableEmailNotificationOnOfferReady: false,
  enableEmailNotification: false,
  enableExpireSoonOfferWorkflowNotification: false,
  enableWebhookNotification: false,
};
