import { type RoutingConfig, type TemplateThreads, templateFindings } from '../../notifications/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import { ClientSignupPageConfigInfo, type NotificationConfigInfo } from '../records.ts';
import {
  type ConfigurationRecord,
  checkAddresses,
  checkWebAddresses,
  configurationDefaults,
} from './define.ts';

/** Maximum number of addresses that get a copy of the mail about a signup. */
const mostCopies = 50;

/** Maximum length of the template of the page, in characters, because buyers load the page on slow networks. */
const longestIntroduction = 10_000;

const templateFields = ['customTemplate', 'customEmailTemplate', 'notificationEmailSubject'] as const;

/** Defines the configuration of the signup page and of its mail (R12). */
export const signupPageConfiguration = (previews: TemplateThreads): ConfigurationRecord => ({
  name: 'clientSignupPageConfigInfo',
  word: 'ClientSignupPageConfigInfo',
  group: 'Organization',
  summary: 'the signup page',
  description:
    'The first change creates the page: the service assigns its identifier. Buyers from a marketplace are redirected to ' +
    'the page if their product has no `fulfillmentUrl`.',
  schema: ClientSignupPageConfigInfo,
  ignored: ['signupId'],
  check: (patch: ClientSignupPageConfigInfo) => [
    ...checkAddresses(patch.ccEmails, '/ccEmails'),
    ...((patch.ccEmails?.length ?? 0) > mostCopies
      ? [{ pointer: '/ccEmails', message: `must have at most ${mostCopies} items` }]
      : []),
    ...((patch.customTemplate?.length ?? 0) > longestIntroduction
      ? [{ pointer: '/customTemplate', message: `must be at most ${longestIntroduction} characters long` }]
      : []),
    ...checkWebAddresses(patch, ['companyLogoUrl', 'landingImageUrl', 'videoLink']),
  ],
  judge: (patch: ClientSignupPageConfigInfo, organizationId) =>
    templateFindings(
      previews,
      organizationId,
      templateFields.map((name) => ({ pointer: `/${name}`, template: patch[name] ?? '' })),
    ),
  complete: (next, before: ClientSignupPageConfigInfo | undefined, { newId }) => ({
    ...next,
    signupId: before?.signupId ?? newId('sgn'),
  }),
});

/** Reads the configuration of the organization's signup page. */
export async function readSignupPageConfig(scope: OrgTransaction): Promise<ClientSignupPageConfigInfo> {
  const [row] = await scope.query<{ config: string | null }>({
    name: 'read_signup_page_config',
    text: `SELECT o.info -> 'clientSignupPageConfigInfo' AS config FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId],
  });
  return JSON.parse(row?.config ?? '{}');
}

const signupScope = 'NEW_CLIENT_SIGNUP.NOTIFICATION_MESSAGE';

/**
 * Reads the routing of mails. The settings of the signup page apply to the mail about a signup and override the settings
 * of its notification scope (R12).
 */
export async function readMailRouting(scope: OrgTransaction): Promise<RoutingConfig> {
  const [row] = await scope.query<{ config: string | null; signup: string | null }>({
    name: 'read_mail_routing',
    text: `SELECT o.info -> 'notificationConfigInfo' AS config, o.info -> 'clientSignupPageConfigInfo' AS signup
           FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId],
  });
  const config: NotificationConfigInfo = {
    ...configurationDefaults.notificationConfigInfo,
    ...JSON.parse(row?.config ?? '{}'),
  };
  return row?.signup ? withSignupMail(config, JSON.parse(row.signup)) : config;
}

/** Adds the settings of the mail about a signup to the routing of its notification scope. */
export function withSignupMail(
  config: NotificationConfigInfo,
  page: ClientSignupPageConfigInfo,
): RoutingConfig {
  const scopes = config.emailNotificationScopeEventConfigs;
  const routing = scopes?.[signupScope] ?? {};
  const copies = [...(routing.ccRecipients ?? []), ...(page.ccEmails ?? [])];
  const merged = {
    ...routing,
    ccRecipients: copies.filter(
      (address, index) =>
        copies.findIndex((other) => other.toLowerCase() === address.toLowerCase()) === index,
    ),
    ...(page.notificationEmailSubject ? { subjectOverride: page.notificationEmailSubject } : {}),
    ...(page.enableCustomEmailTemplate && page.customEmailTemplate
      ? { templateOverride: page.customEmailTemplate }
      : {}),
    ...(page.publicNotes ? { note: page.publicNotes } : {}),
  };
  return { ...config, emailNotificationScopeEventConfigs: { ...scopes, [signupScope]: merged } };
}
