import { z } from 'zod';
import { type Digest, digests, sendDigestsNow } from '../../notifications/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { RowOf } from '../../platform/database/rows.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { errors } from '../../platform/errors.ts';
import { readRoute } from '../../platform/http/read-route.ts';
import { lockRows } from '../../platform/http/record-tags.ts';
import { route } from '../../platform/http/route.ts';
import { closedEnum, nullable } from '../../platform/records/fields.ts';
import { lockMembers } from '../authority.ts';
import { member_not_found } from './command.ts';

const MailDigest = closedEnum(
  'MailDigest',
  'NONE: each mail is sent immediately; HOURLY: one mail each full hour; DAILY: one mail a day, at 06:00 UTC.',
  digests,
);
const skipOwnActions = z
  .boolean()
  .meta({ description: 'True to get no mail about the member’s own actions.', default: false });

export const MemberMailSettings = z.object({ skipOwnActions, digest: MailDigest }).meta({
  id: 'MemberMailSettings',
  description:
    'The mail settings of a member in one organization. They apply to mails that the notification configuration sends ' +
    'to members; replies to support tickets are always sent immediately.',
});

const MemberMailSettingsPatch = z
  .object({
    skipOwnActions: nullable(z.boolean())
      .optional()
      .meta({ description: 'Null restores the default, false.' }),
    digest: nullable(MailDigest).optional(),
  })
  .meta({ id: 'MemberMailSettingsPatch', description: 'Change of the mail settings of a member.' });

type Settings = z.output<typeof MemberMailSettings>;
type SettingsRow = RowOf<'member', 'skip_own_actions' | 'mail_digest', { mail_digest: Digest }>;

const toSettings = (row: SettingsRow): Settings => ({
  skipOwnActions: row.skip_own_actions,
  digest: row.mail_digest,
});

const select = (scope: OrgScope): Statement => ({
  name: 'read_mail_settings',
  text: `SELECT m.skip_own_actions, m.mail_digest FROM member m
         WHERE m.organization_id = $1 AND m.id = $2 AND m.status = 'ACTIVE'`,
  values: [scope.organizationId, scope.actor.id],
});

const update = (scope: OrgTransaction, { skipOwnActions, digest }: Settings): Statement => ({
  name: 'change_mail_settings',
  text: `UPDATE member SET skip_own_actions = $3, mail_digest = $4
         WHERE organization_id = $1 AND id = $2 AND status = 'ACTIVE'`,
  values: [scope.organizationId, scope.actor.id, skipOwnActions, digest],
});

/** Reads the caller's settings. @throws 404 for an API client, which is not a member */
async function readSettings(scope: OrgTransaction): Promise<Settings> {
  const [row] = await scope.query<SettingsRow>(select(scope));
  if (!row) throw member_not_found();
  return toSettings(row);
}

const defaults: Settings = { skipOwnActions: false, digest: 'NONE' };

/**
 * Changes the caller's settings. Messages that wait for a digest are sent by the new digest's time.
 * @throws 403 for a suspended organization
 */
async function changeSettings(
  scope: OrgTransaction,
  patch: z.output<typeof MemberMailSettingsPatch>,
): Promise<Settings> {
  const { organization } = await lockMembers(scope);
  if (organization.status !== 'ACTIVE') throw errors.organization_suspended();
  const before = await readSettings(scope);
  const given = Object.entries(patch).map(([field, value]) => [
    field,
    value ?? defaults[field as keyof Settings],
  ]);
  const after: Settings = { ...before, ...Object.fromEntries(given) };
  await scope.query(update(scope, after));
  if (after.digest !== before.digest) await sendDigestsNow(scope);
  return after;
}

const common = {
  path: '/org/{orgId}/user/me/mailSettings',
  group: 'Organization',
  access: 'organization:read',
  response: MemberMailSettings,
  responseDescription: 'The settings',
  responseExample: { skipOwnActions: false, digest: 'DAILY' },
} as const;

export const mailSettingsRoutes = [
  readRoute({
    ...common,
    operationId: 'getMyMailSettings',
    summary: 'Get the mail settings of the calling member',
    select,
    notFound: member_not_found,
    encode: (row) => JSON.stringify(toSettings(row as SettingsRow)),
  }),
  route({
    ...common,
    method: 'PATCH',
    operationId: 'updateMyMailSettings',
    summary: 'Change the mail settings of the calling member',
    description:
      'Every member may change its own settings. Setting `digest` to NONE sends the gathered notifications immediately.',
    errors: [member_not_found.definition],
    body: MemberMailSettingsPatch,
    example: { digest: 'DAILY' },
    condition: { lock: lockRows(['organization']) },
    run: {
      kind: 'transaction',
      handle: async (scope, { body }) => ({ body: await changeSettings(scope, body) }),
    },
  }),
];
