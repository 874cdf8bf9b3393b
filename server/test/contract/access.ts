import { describedRoutes } from '../../src/generate.ts';
import { type permissions, portalPermissions } from '../../src/organizations/roles/permissions.ts';
import type { Route } from '../../src/platform/http/route.ts';

type Permission = (typeof permissions)[number];

/** R3: all operations without a token, including hidden operations. */
export const withoutToken = [
  'authorize',
  'buyerPage',
  'clientSignupForm',
  'clientSignupPage',
  'console',
  'consoleAddress',
  'consoleAsset',
  'consoleCallbackPage',
  'consoleLogo',
  'creditNotePage',
  'docs',
  'docsAsset',
  'docsError',
  'docsErrors',
  'docsGuide',
  'downloadCreditNotePdf',
  'downloadFile',
  'downloadInvoicePdf',
  'downloadOfferPdf',
  'entitlementPage',
  'exchangeToken',
  'favicon',
  'finishSso',
  'getAuthorizationServerMetadata',
  'getKeySet',
  'invitationForm',
  'invitationPage',
  'invoicePage',
  'invoiceSpa',
  'joinForm',
  'joinPage',
  'landingForm',
  'landingPage',
  'livez',
  'metrics',
  'olderInvitationPage',
  'openNotificationMessage',
  'openapi',
  'readyz',
  'receiveMarketplaceNotification',
  'receiveMarketplaceNotificationByQuery',
  'receivePaymentNotification',
  'receiveSupportMail',
  'requestPasswordReset',
  'resetPassword',
  'resetPasswordForm',
  'resetPasswordPage',
  'revokeToken',
  'sandboxOfferForm',
  'sandboxOfferPage',
  'sellerPicture',
  'signIn',
  'signUp',
  'signUpForm',
  'signUpPage',
  'startPage',
  'startSso',
  'verifyEmail',
  'verifyEmailForm',
  'verifyEmailPage',
  'version',
];

export const roles = ['VIEWER', 'EDITOR', 'ADMIN'] as const;
type LeastRole = (typeof roles)[number] | 'ANY' | 'PERSON' | 'CHANNEL_PARTNER';

/** R3: the lowest role that has each permission. The permission of a route determines the allowed callers. */
export const leastRoleOf: Readonly<Record<Permission, (typeof roles)[number]>> = {
  'organization:read': 'VIEWER',
  'organization:write': 'ADMIN',
  // A step that a member skips is skipped for all members (R14).
  'onboarding:write': 'VIEWER',
  'members:read': 'VIEWER',
  'members:write': 'ADMIN',
  'clients:read': 'VIEWER',
  'clients:write': 'ADMIN',
  'integrations:read': 'VIEWER',
  'integrations:write': 'ADMIN',
  'audit:read': 'VIEWER',
  'notifications:read': 'VIEWER',
  'notifications:write': 'EDITOR',
  'webhooks:read': 'VIEWER',
  'webhooks:write': 'ADMIN',
  'operations:read': 'VIEWER',
  'operations:write': 'EDITOR',
  'products:read': 'VIEWER',
  'products:write': 'EDITOR',
  'buyers:read': 'VIEWER',
  'buyers:write': 'EDITOR',
  'knowledge:answer': 'EDITOR',
  'knowledge:read': 'VIEWER',
  'knowledge:write': 'EDITOR',
  'files:read': 'VIEWER',
  'files:write': 'EDITOR',
  'offers:read': 'VIEWER',
  'offers:write': 'EDITOR',
  'offers:approve': 'ADMIN',
  'entitlements:read': 'VIEWER',
  'entitlements:write': 'EDITOR',
  'metering:read': 'VIEWER',
  'metering:write': 'EDITOR',
  'billing:read': 'VIEWER',
  'billing:write': 'EDITOR',
  'revenue:read': 'VIEWER',
  'reports:read': 'VIEWER',
  'sandbox:write': 'EDITOR',
  'support:read': 'VIEWER',
  // Every member who can read a record may open a ticket about it.
  'support:write': 'VIEWER',
  'channelPartners:read': 'VIEWER',
  'channelPartners:write': 'EDITOR',
  'deals:read': 'VIEWER',
  'deals:write': 'EDITOR',
  'deals:approve': 'ADMIN',
};

/**
 * Operations for every caller with a token. All other operations outside an organization are for people only.
 */
const ofAnybody = ['listOrganizations'];

/** Operations for every reader about the reader’s own membership. */
export const changesByReaders: readonly string[] = [
  'leaveOrganization',
  'updateMyMailSettings',
  'createMySavedView',
  'updateMySavedView',
  'deleteMySavedView',
];

/** POST operations that change nothing. */
const readsByPost: readonly string[] = ['getRevenueReport'];

const leastFor = ({ access, operationId }: Route): LeastRole => {
  if (access === 'principal') return ofAnybody.includes(operationId) ? 'ANY' : 'PERSON';
  if (portalPermissions.has(access)) return 'CHANNEL_PARTNER';
  return leastRoleOf[access as Permission];
};

/**
 * The lowest role that may call each operation. ANY: every caller with a token; PERSON: people, not API clients;
 * CHANNEL_PARTNER: callers bound to a channel partner only.
 */
export const leastRole: Readonly<Record<string, LeastRole>> = Object.fromEntries(
  describedRoutes()
    .filter(({ access }) => access !== 'public')
    .map((route) => [route.operationId, leastFor(route)]),
);

export const isChange = ({ method, operationId }: { method: string; operationId: string }): boolean =>
  method !== 'GET' && !readsByPost.includes(operationId);

/** The operations whose method does not determine whether they change data. */
export const otherMethods: readonly string[] = [...changesByReaders, ...readsByPost];
