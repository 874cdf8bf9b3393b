import type { z } from 'zod';
import type { PartnerName } from '../../marketplaces/index.ts';
import type { OrgScope, OrgTransaction } from '../../platform/access/scope.ts';
import type { Addresses } from '../../platform/addresses.ts';
import { invalid } from '../../platform/errors.ts';
import { type InTransaction, RawJson, route } from '../../platform/http/route.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { list } from '../../platform/records/fields.ts';
import { ThreadExhausted, ThreadRefused } from '../../platform/threads.ts';
import { catalogue } from '../catalogue.ts';
import type { RoutingConfig } from '../channels.ts';
import { encodeMessage, messageColumns } from '../columns.ts';
import { insertMessages } from '../feed-store.ts';
import { allNotificationScopes } from '../notification-scopes.ts';
import {
  NotificationMessage,
  NotificationMessageInfo,
  NotificationTemplateParams,
} from '../records/index.ts';
import { notificationsOf, type SealedEvent } from '../translate.ts';
import type { PeopleDeps } from './channel.ts';
import { contentOf, type RenderOverride, viewOf } from './content.ts';
import { routingOf } from './routing.ts';
import { orUnavailable, type TemplateThreads, templateFindings } from './templates.ts';

export type TemplateRouteDeps = {
  people: PeopleDeps;
  readConfig: (scope: OrgTransaction) => Promise<RoutingConfig>;
  /** The addresses of the service, which include the address of the console. */
  addresses: Pick<Addresses, 'baseUrl'>;
  /** Threads for previews, separate from the threads that render mails. */
  previews: TemplateThreads;
  /** Names partners in mails. */
  partnerName: PartnerName;
};
type Context = { scope: OrgScope; transaction: InTransaction };

type Params = z.output<typeof NotificationTemplateParams>;

/**
 * Renders the mail of a scope about an example record, with the given templates, otherwise the scope's templates,
 * otherwise the default templates.
 */
async function draw(
  { people, readConfig, previews, addresses, partnerName }: TemplateRouteDeps,
  { scope, transaction }: Context,
  params: Params,
) {
  const name = params.scope ?? 'CREATE.OFFER';
  const given = (['subjectOverride', 'templateOverride'] as const).map((field) => ({
    pointer: `/${field}`,
    template: params[field] ?? '',
  }));
  const findings = await templateFindings(previews, scope.organizationId, given);
  if (!(allNotificationScopes as readonly string[]).includes(name))
    findings.push({
      pointer: '/scope',
      message: `is not a notification scope; scopes: ${allNotificationScopes.join(', ')}`,
    });
  if (findings.length > 0) throw invalid(findings);
  const notification = exampleOf(scope, name, partnerName);
  const [config, organizationName] = await transaction(
    async (within) => [await readConfig(within), await people.organizationName(within)] as const,
  );
  const stored = routingOf(config, name);
  const routing = {
    ...stored,
    ...(params.subjectOverride === undefined ? {} : { subjectOverride: params.subjectOverride }),
    ...(params.templateOverride === undefined ? {} : { templateOverride: params.templateOverride }),
  };
  const audience = params.audience ?? 'MEMBERS';
  const view = viewOf(notification, audience, organizationName);
  const { organizationId } = scope;
  const reader = {
    audience,
    organizationId,
    baseUrl: addresses.baseUrl(),
    isMember: true,
    isAnswerable: false,
  };
  const render = orRefused(previews, organizationId);
  const content = await contentOf(notification, view, reader, { routing, render });
  return { notification, view, routing, content };
}

/** Rejects a request whose template cannot be rendered, instead of using the default template. */
const orRefused =
  (threads: TemplateThreads, organizationId: string): RenderOverride =>
  (field, kind, template, view) =>
    threads.run(organizationId, { kind, template, view }).catch((cause: Error) => {
      if (cause instanceof ThreadExhausted || cause instanceof ThreadRefused)
        throw invalid([{ pointer: `/${field}`, message: `cannot be rendered: ${cause.message}` }]);
      throw orUnavailable(cause);
    });

const exampleFields = {
  name: 'Example',
  status: 'ACTIVE',
  partner: 'MKA',
  info: { privateOfferUrl: 'https://marketplace.example/offer' },
};

function exampleOf(scope: OrgScope, name: string, partnerName: PartnerName) {
  const [action = '', entityType = ''] = name.split('.');
  const event: SealedEvent = {
    position: 1,
    id: 'evt_example',
    entityType,
    entityId: 'example',
    sequence: 1,
    action,
    payload: JSON.stringify({
      ...exampleFields,
      expireTime: new Date(scope.now.getTime() + 30 * 86_400_000).toISOString(),
    }),
    before: undefined,
    actor: { ...scope.actor, email: scope.actor.email, name: scope.actor.name },
    audited: false,
    creationTime: scope.now.toISOString(),
  };
  const [notification] = notificationsOf(event, partnerName);
  if (!notification || !catalogue[name]) throw new Error(`no example of ${name}`);
  return notification;
}

/**
 * Returns the addresses for the test mail. Only members' addresses are allowed, so that a test cannot send
 * mail to strangers.
 */
async function recipientsOf(
  { people }: TemplateRouteDeps,
  scope: OrgTransaction,
  given: readonly string[] = [],
): Promise<readonly string[]> {
  const members = new Set((await people.members(scope)).map(({ email }) => email.toLowerCase()));
  const wanted = given.length > 0 ? given : scope.actor.email ? [scope.actor.email] : [];
  if (wanted.length === 0)
    throw invalid([{ pointer: '/recipients', message: 'is required: the caller has no e-mail address' }]);
  const strange = wanted.flatMap((address, index) => (members.has(address.toLowerCase()) ? [] : [index]));
  if (strange.length > 0)
    throw invalid(
      strange.map((index) => ({
        pointer: `/recipients/${index}`,
        message: 'does not match a member’s e-mail address',
      })),
    );
  return [...new Set(wanted)];
}

async function sendTest(deps: TemplateRouteDeps, context: Context, params: Params): Promise<RawJson> {
  const drawn = await draw(deps, context, params);
  return context.transaction((scope) => queueTest(deps, scope, params, drawn));
}

async function queueTest(
  deps: TemplateRouteDeps,
  scope: OrgTransaction,
  params: Params,
  { notification, view, routing, content }: Awaited<ReturnType<typeof draw>>,
): Promise<RawJson> {
  const recipients = await recipientsOf(deps, scope, params.recipients);
  const messages = recipients.map((recipient) => ({
    id: scope.newId('msg'),
    notification: { ...notification, action: 'TEST' },
    recipient,
    ...content,
    standardFields: view,
  }));
  await scope.query(insertMessages(scope, 'EMAIL', messages, { withoutEvent: true }));
  for (const { id, recipient, subject, text, html } of messages)
    await scope.query(
      queueMail({
        id,
        sentFor: scope.organizationId,
        now: scope.wallNow,
        to: [recipient],
        subject,
        text,
        html,
        ...(routing.senderEmail ? { from: routing.senderEmail } : {}),
      }),
    );
  const rows = await scope.query({
    name: 'select_test_messages',
    text: `SELECT ${messageColumns} FROM notification_message m
           WHERE m.organization_id = $1 AND m.id = ANY ($2) ORDER BY m.id`,
    values: [scope.organizationId, messages.map(({ id }) => id)],
  });
  return new RawJson(`[${rows.map(encodeMessage).join(',')}]`);
}

const common = {
  method: 'POST',
  group: 'Notification',
  body: NotificationTemplateParams.optional(),
} as const;
const example = {
  scope: 'PENDING_ACCEPTANCE.OFFER',
  audience: 'BUYERS',
  templateOverride: '<p>{{ message }}</p><p><a href="{{ offer.url }}">Open the offer</a></p>',
};

export const templateRoutes = (deps: TemplateRouteDeps) => [
  route({
    ...common,
    path: '/org/{orgId}/notificationTemplate/preview',
    operationId: 'previewNotificationTemplate',
    summary: 'Preview the mail of a notification scope',
    description:
      'Renders the mail about an example record, with the templates in the body, otherwise the scope’s configured templates, otherwise the ' +
      'default templates. The mail is only returned.',
    access: 'notifications:write',
    example,
    response: NotificationMessageInfo,
    responseDescription: 'Subject and content',
    run: {
      kind: 'outside',
      handle: async (context, { body }) => {
        const { notification, content } = await draw(deps, context, body ?? {});
        const { subject, text, html } = content;
        return { body: { action: notification.action, subject, textContent: text, htmlContent: html } };
      },
    },
  }),
  route({
    ...common,
    path: '/org/{orgId}/notificationTemplate/test',
    operationId: 'sendTestNotification',
    summary: 'Send a test mail of a notification scope',
    description: 'Sends the rendered mail to the caller or to the given addresses of members.',
    access: 'notifications:write',
    example: { ...example, recipients: ['ann.lee@example.com'] },
    response: list(NotificationMessage, 'Messages.'),
    responseDescription: 'The messages, which are in flight',
    run: {
      kind: 'outside',
      handle: async (context, { body }) => ({ body: await sendTest(deps, context, body ?? {}) }),
    },
  }),
];
