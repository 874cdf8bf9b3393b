import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import { list, map } from '../../platform/records/fields.ts';
import {
  AIBillingConfig,
  ClientSignupPageConfigInfo,
  OfferFillerConfigInfo,
  OnboardingInfo,
  OrganizationConfigInfo,
  PrivateOfferConfigInfo,
  UsageMeteringConfigInfo,
} from '../records.ts';
import {
  type ConfigurationRecord,
  checkAddresses,
  checkUnique,
  checkWebAddresses,
  isEmailAddress,
} from './define.ts';
import { invoiceIssuer } from './invoice-issuer.ts';

const aiBilling: ConfigurationRecord = {
  name: 'aiBillingConfig',
  word: 'AiBillingConfig',
  group: 'Organization',
  summary: 'the use of AI features',
  description:
    'A spending cap of null is no limit. When and why AI features were switched off is written by the service; how much use is free ' +
    'is set by its operator.',
  schema: AIBillingConfig,
  // R11: free use is at the cost of the operator, so that no organization may grant itself more.
  ignored: ['disabledAt', 'disabledReason', 'monthlyCreditCents'],
  nullIsAValue: ['monthlySpendingCapCents'],
  check: (patch: AIBillingConfig): Finding[] => [
    ...(Number(patch.monthlySpendingCapCents ?? 0) < 0
      ? [{ pointer: '/monthlySpendingCapCents', message: 'must not be negative' }]
      : []),
    ...(patch.billingEmail && !isEmailAddress(patch.billingEmail)
      ? [{ pointer: '/billingEmail', message: 'must be an e-mail address, or empty' }]
      : []),
  ],
  // R11: a caller that switches AI features off does so by hand, and no new month switches them on again; switching them
  // on forgets why they were off.
  complete: (
    { disabledAt, disabledReason, ...next }: AIBillingConfig,
    before: AIBillingConfig | undefined,
    { now, patch },
  ) => {
    if (next.enabled !== false) return next;
    const reason = patch.enabled === false ? 'MANUAL' : before?.disabledReason;
    return { ...next, disabledAt: before?.disabledAt ?? now, disabledReason: reason ?? 'MANUAL' };
  },
};

const signupPage: ConfigurationRecord = {
  name: 'clientSignupPageConfigInfo',
  word: 'ClientSignupPageConfigInfo',
  group: 'Organization',
  summary: 'the signup page',
  description: 'The page’s identifier is made by the service with the first change.',
  schema: ClientSignupPageConfigInfo,
  ignored: ['signupId'],
  check: (patch: ClientSignupPageConfigInfo) => [
    ...checkAddresses(patch.ccEmails, '/ccEmails'),
    ...checkWebAddresses(patch, ['companyLogoUrl', 'landingImageUrl', 'videoLink']),
  ],
  complete: (next, before: ClientSignupPageConfigInfo | undefined, { newId }) => ({
    ...next,
    signupId: before?.signupId ?? newId('sgn'),
  }),
};

/** The configuration of the signup page of the scope's organization. */
export async function readSignupPageConfig(scope: OrgTransaction): Promise<ClientSignupPageConfigInfo> {
  const [row] = await scope.query<{ config: string | null }>({
    name: 'read_signup_page_config',
    text: `SELECT o.info -> 'clientSignupPageConfigInfo' AS config FROM organization o WHERE o.organization_id = $1`,
    values: [scope.organizationId],
  });
  return JSON.parse(row?.config ?? '{}');
}

const skippableSteps = ['crm', 'notification'];

const onboarding: ConfigurationRecord = {
  name: 'onboardingInfo',
  word: 'OnboardingInfo',
  group: 'Organization',
  summary: 'the first steps',
  description: 'A step that a member skips is skipped for the organization. Any member may.',
  schema: OnboardingInfo,
  ignored: ['orgReady', 'readinessNotified'],
  changedBy: 'onboarding:write',
  check: (patch: OnboardingInfo) =>
    (patch.skippedSteps ?? []).flatMap((step, index) =>
      skippableSteps.includes(step)
        ? []
        : [{ pointer: `/skippedSteps/${index}`, message: `must be one of ${skippableSteps.join(', ')}` }],
    ),
  complete: (next: OnboardingInfo) =>
    next.skippedSteps ? { ...next, skippedSteps: [...new Set(next.skippedSteps)] } : next,
};

const usageMetering: ConfigurationRecord = {
  name: 'usageMeteringConfigInfo',
  word: 'UsageMeteringConfigInfo',
  group: 'Metering',
  summary: 'the usage metering configuration',
  description: 'One entry for each partner.',
  schema: UsageMeteringConfigInfo,
  check: (patch: UsageMeteringConfigInfo) =>
    checkUnique(patch.partnerUsageMeteringConfigs, ['partner'], '/partnerUsageMeteringConfigs'),
};

/** Settings of everyday use, and the two of older days that are only read. */
export const generalConfiguration: readonly ConfigurationRecord[] = [
  aiBilling,
  invoiceIssuer,
  signupPage,
  onboarding,
  usageMetering,
  {
    name: 'organizationConfigInfo',
    word: 'OrganizationConfigInfo',
    group: 'Organization',
    summary: 'the general settings',
    schema: OrganizationConfigInfo,
  },
  {
    name: 'privateOfferConfigInfo',
    word: 'PrivateOfferConfigInfo',
    group: 'Organization',
    summary: 'the settings of private offers',
    description:
      'With `requireApproval` true, a private offer is published only when it was approved; see `submitForApproval`.',
    schema: PrivateOfferConfigInfo,
    check: ({ requireApproval }: PrivateOfferConfigInfo) =>
      requireApproval === undefined || requireApproval === null || typeof requireApproval === 'boolean'
        ? []
        : [{ pointer: '/requireApproval', message: 'must be true or false' }],
  },
  {
    name: 'offerFillerConfigInfos',
    word: 'OfferFillerConfigInfos',
    group: 'Organization',
    summary: 'how offers were filled (deprecated)',
    description: 'No longer used; what was stored can be read.',
    schema: list(OfferFillerConfigInfo, 'One for each CRM.'),
    changedBy: 'nobody',
  },
  {
    name: 'offerFillerCrmPartnerConfigInfos',
    word: 'OfferFillerCrmPartnerConfigInfos',
    group: 'Organization',
    summary: 'how offers were filled by CRM (deprecated)',
    description: 'No longer used; what was stored can be read.',
    schema: map('Settings by CRM'),
    changedBy: 'nobody',
  },
];
