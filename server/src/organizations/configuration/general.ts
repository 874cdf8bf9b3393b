import { traitsOf } from '../../marketplaces/index.ts';
import type { Finding } from '../../platform/errors.ts';
import { isCountry } from '../../platform/records/countries.ts';
import { list, map } from '../../platform/records/fields.ts';
import {
  AIBillingConfig,
  InvoiceIssuer,
  OfferFillerConfigInfo,
  OnboardingInfo,
  OrganizationConfigInfo,
  PrivateOfferConfigInfo,
  UsageMeteringConfigInfo,
} from '../records.ts';
import { type ConfigurationRecord, checkUnique, isEmailAddress } from './define.ts';

const mostTaxIds = 10;

/** The issuer of invoices. Empty fields are not stored, so that invoices omit them. */
const invoiceIssuer: ConfigurationRecord = {
  name: 'invoiceIssuer',
  word: 'InvoiceIssuer',
  group: 'Organization',
  summary: 'the issuer of invoices',
  description: 'Issued invoices keep the issuer that they were issued with.',
  schema: InvoiceIssuer,
  check: ({ country, emailAddress, taxIds = [] }: InvoiceIssuer): Finding[] => [
    ...(country && !isCountry(country)
      ? [{ pointer: '/country', message: 'must be an ISO 3166-1 alpha-2 country code' }]
      : []),
    ...(emailAddress && !isEmailAddress(emailAddress)
      ? [{ pointer: '/emailAddress', message: 'must be an e-mail address, or empty' }]
      : []),
    ...(taxIds.length > mostTaxIds
      ? [{ pointer: '/taxIds', message: `must have at most ${mostTaxIds} items` }]
      : []),
    ...taxIds.flatMap((id, index) =>
      id.trim() === '' ? [{ pointer: `/taxIds/${index}`, message: 'must not be empty' }] : [],
    ),
  ],
  complete: ({ country, ...next }: InvoiceIssuer) =>
    Object.fromEntries(
      Object.entries({ ...next, country: country?.toUpperCase() }).filter(
        ([, value]) => value !== undefined && String(value).trim() !== '',
      ),
    ),
};

const aiBilling: ConfigurationRecord = {
  name: 'aiBillingConfig',
  word: 'AiBillingConfig',
  group: 'Organization',
  summary: 'the use of AI features',
  description:
    'A spending cap of null means no limit. The service sets the time and reason of a switch-off of AI features; ' +
    'its operator sets the free use.',
  schema: AIBillingConfig,
  // The operator pays for free use, so an organization cannot raise its own credit (R11).
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
  // A switch-off by a caller is MANUAL and does not end with a new month. Switching AI features on clears time
  // and reason of the switch-off (R11).
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

const skippableSteps = ['crm', 'notification'];

const onboarding: ConfigurationRecord = {
  name: 'onboardingInfo',
  word: 'OnboardingInfo',
  group: 'Organization',
  summary: 'the onboarding state',
  description: 'Any member may skip a step, for the whole organization.',
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

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkSandbox(sandbox: unknown = {}): Finding[] {
  if (!isObject(sandbox)) return [{ pointer: '/sandbox', message: 'must be an object' }];
  return typeof (sandbox.strict ?? true) === 'boolean'
    ? []
    : [{ pointer: '/sandbox/strict', message: 'must be true or false' }];
}

const requestDecisions: readonly unknown[] = ['ACCEPT', 'REJECT', 'ASK'];

/** Findings for the answers to buyers' requests: the seller cannot be asked where silence is an acceptance. */
function checkBuyerRequests(answers: unknown = {}): Finding[] {
  if (!isObject(answers)) return [{ pointer: '/buyerRequests', message: 'must be an object' }];
  return Object.entries(answers).flatMap(([partner, answer]): Finding[] => {
    const pointer = `/buyerRequests/${partner}`;
    const { buyerRequests: can } = traitsOf(partner);
    if (!can)
      return [{ pointer, message: 'must be a marketplace on which sellers answer requests of buyers' }];
    if (!requestDecisions.includes(answer))
      return [{ pointer, message: `must be one of ${requestDecisions.join(', ')}` }];
    const seconds = can.silenceAcceptsAfterSeconds;
    if (answer !== 'ASK' || seconds === undefined) return [];
    return [
      {
        pointer,
        message: `must be ACCEPT or REJECT: ${partner} takes ${seconds} seconds of silence for an acceptance, which is too short to ask the seller`,
      },
    ];
  });
}

/** The general settings, and two deprecated read-only settings. */
export const generalConfiguration: readonly ConfigurationRecord[] = [
  aiBilling,
  invoiceIssuer,
  onboarding,
  usageMetering,
  {
    name: 'organizationConfigInfo',
    word: 'OrganizationConfigInfo',
    group: 'Organization',
    summary: 'the general settings',
    description:
      'If `sandbox.strict` is true, the sandbox of a TEST organization rejects an offer without values that its ' +
      'marketplace requires, as in a PROD organization; otherwise it fills these values with a warning. ' +
      '`buyerRequests` has the answer to changes of plan or quantity that buyers request, by marketplace: ACCEPT, ' +
      'REJECT or ASK. With ASK, a request waits for `acceptEntitlementRequest` or `rejectEntitlementRequest`. The ' +
      'default is ACCEPT on MKB, which takes ten seconds of silence for an acceptance, and ASK on MKC.',
    schema: OrganizationConfigInfo,
    check: ({ sandbox, buyerRequests }: OrganizationConfigInfo) => [
      ...checkSandbox(sandbox),
      ...checkBuyerRequests(buyerRequests),
    ],
  },
  {
    name: 'privateOfferConfigInfo',
    word: 'PrivateOfferConfigInfo',
    group: 'Organization',
    summary: 'the settings of private offers',
    description:
      'If `requireApproval` is true, a private offer must be approved before it is published; see ' +
      '`submitForApproval`.',
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
    description: 'No longer used; stored values can be read.',
    schema: list(OfferFillerConfigInfo, 'One entry for each CRM.'),
    changedBy: 'nobody',
  },
  {
    name: 'offerFillerCrmPartnerConfigInfos',
    word: 'OfferFillerCrmPartnerConfigInfos',
    group: 'Organization',
    summary: 'how offers were filled by CRM (deprecated)',
    description: 'No longer used; stored values can be read.',
    schema: map('Settings by CRM'),
    changedBy: 'nobody',
  },
];
