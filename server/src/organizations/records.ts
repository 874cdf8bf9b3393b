import type { z } from 'zod';
import { Partner } from '../marketplaces/records/index.ts';
import { allNotificationScopes } from '../notifications/index.ts';
import {
  byDefault,
  closedEnum,
  codeText,
  decimal,
  deprecated,
  flag,
  freeRecord,
  idText,
  list,
  longest,
  mailText,
  map,
  mapOf,
  nameText,
  nullable,
  of,
  openEnum,
  record,
  shortText,
  text,
  texts,
  time,
  urlText,
  whole,
} from '../platform/records/fields.ts';

export const AIBillingConfig = record(
  'AIBillingConfig',
  'Whether and up to what amount AI features may be used.',
  {
    billingEmail: mailText('Where invoices go; when empty, to the creator of the organization.'),
    disabledAt: time('When AI features were switched off.'),
    disabledReason: openEnum('Why they were switched off.', [
      'SPENDING_CAP_REACHED',
      'MANUAL',
      'PAYMENT_OVERDUE',
    ]),
    enabled: byDefault(flag('Whether AI features are on.'), true),
    monthlyCreditCents: byDefault(
      whole('Free use per month in cents; 0 for none. Set by the operator of the service.'),
      10_000,
    ),
    monthlySpendingCapCents: byDefault(
      nullable(whole('Most to be spent per month in cents; null for no limit.')),
      50_000,
    ),
  },
);
export type AIBillingConfig = z.infer<typeof AIBillingConfig>;

export const ClientSignupPageConfigInfo = record(
  'ClientSignupPageConfigInfo',
  'The page on which buyers sign up.',
  {
    ccEmails: texts('Addresses that get a copy of the mail about a signup.', longest.mail),
    companyLogoUrl: urlText('Logo of the seller.'),
    companyName: nameText('Name of the seller on the page.'),
    customEmailTemplate: text('Template of the mail.'),
    customTemplate: text('Template of the page.'),
    enableCustomEmailTemplate: flag('Whether the mail uses its template.'),
    enableCustomTemplate: flag('Whether the page uses its template.'),
    enableHeadlessEntitlementsReport: flag(
      'Whether entitlements of the last 3 days without a signup are reported.',
    ),
    enableUpdateBuyer: flag('Whether a signup updates the buyer.'),
    hideCloudPartnerLogo: flag('Whether the marketplace’s logo is left out.'),
    landingImageUrl: urlText('Picture of the page.'),
    notificationEmailSubject: text('Subject of the mail.'),
    publicNotes: text('Text added to the mail.'),
    signupId: idText('Identifier of the page; given by the service.'),
    videoLink: urlText('Video on the page.'),
  },
);
export type ClientSignupPageConfigInfo = z.infer<typeof ClientSignupPageConfigInfo>;

export const AccountFieldMapping = freeRecord('AccountFieldMapping', 'Names of account fields in a CRM.');

export const OpportunityFieldMapping = freeRecord(
  'OpportunityFieldMapping',
  'Names of opportunity fields in a CRM.',
);

export const CosellAccountMappingConfig = record(
  'CosellAccountMappingConfig',
  'Field names of one CRM where they differ from the usual ones; one for each CRM.',
  {
    account: of(AccountFieldMapping, 'Names of account fields.'),
    crmPartner: of(Partner, 'The CRM.'),
    lastValidatedAt: time('When the names were last checked; set by the service.'),
    opportunity: of(OpportunityFieldMapping, 'Names of opportunity fields.'),
  },
);

export const CosellPairConfigInfo = freeRecord(
  'CosellPairConfigInfo',
  'Settings of a CRM and a marketplace together.',
);

export const CosellConfigInfo = record(
  'CosellConfigInfo',
  'Co-selling between one CRM and one marketplace.',
  {
    cloudPartner: of(Partner, 'The marketplace.'),
    crmPartner: of(Partner, 'The CRM.'),
    info: of(CosellPairConfigInfo, 'Settings of the two.'),
  },
);

export const CosellFillerFieldMappingInfo = freeRecord(
  'CosellFillerFieldMappingInfo',
  'Which field fills which.',
);

export const CosellFillerConfigInfo = record(
  'CosellFillerConfigInfo',
  'How co-sell records of one system fill another.',
  {
    from: of(Partner, 'System that is read.'),
    lastModifyTime: time('When this last changed; set by the service.'),
    mappingInfo: of(CosellFillerFieldMappingInfo, 'Which field fills which.'),
    to: of(Partner, 'System that is filled.'),
    version: byDefault(codeText('Version of the mapping’s form.'), ''),
  },
);

export const CosellIntelligenceConfigInfo = record(
  'CosellIntelligenceConfigInfo',
  'Where co-sell signals are used.',
  {
    cosellIntelligenceSignalsEnabled: flag('Older switch; holds where a marketplace’s own is unset.'),
    mkASignalsEnabled: nullable(flag('Switch for marketplace A; null leaves it to the older switch.')),
    mkBSignalsEnabled: nullable(flag('Switch for marketplace B; null leaves it to the older switch.')),
    mkCSignalsEnabled: nullable(flag('Switch for marketplace C; null leaves it to the older switch.')),
  },
);
export type CosellIntelligenceConfigInfo = z.infer<typeof CosellIntelligenceConfigInfo>;

export const FundingApplicationFieldMappingInfo = freeRecord(
  'FundingApplicationFieldMappingInfo',
  'Which field fills which in a funding application.',
);

export const FundingApplicationFieldMappingConfigInfo = record(
  'FundingApplicationFieldMappingConfigInfo',
  'How a CRM fills applications for a marketplace’s funding.',
  {
    cloudPartner: of(Partner, 'The marketplace.'),
    crmPartner: of(Partner, 'The CRM.'),
    fundingType: codeText('Kind of funding.'),
    lastModifyTime: time('When this last changed; set by the service.'),
    mappingInfo: of(FundingApplicationFieldMappingInfo, 'Which field fills which.'),
    programType: codeText('Programme that funds.'),
  },
);
export type FundingApplicationFieldMappingConfigInfo = z.infer<
  typeof FundingApplicationFieldMappingConfigInfo
>;

export const OfferFillerFieldMappingInfo = freeRecord(
  'OfferFillerFieldMappingInfo',
  'Which field fills which in an offer.',
);

export const OfferFillerConfigInfo = record(
  'OfferFillerConfigInfo',
  'How records of one system fill offers.',
  {
    from: of(Partner, 'System that is read.'),
    mappingInfo: of(OfferFillerFieldMappingInfo, 'Which field fills which.'),
    targetObject: openEnum('Kind of record that is filled.'),
    to: of(Partner, 'System that is filled.'),
  },
);

export const InvoiceLanguage = closedEnum('InvoiceLanguage', 'Language that invoices are written in.', [
  'en',
  'de',
  'fr',
]);
export type InvoiceLanguage = z.infer<typeof InvoiceLanguage>;

export const InvoiceIssuer = record(
  'InvoiceIssuer',
  'Who issues the invoices of direct sales; each keeps it as it was when it was issued.',
  {
    address: shortText('Postal address, with its lines.', 2000),
    bankDetails: shortText('Where invoices are paid to.', 2000),
    country: codeText('ISO 3166-1 alpha-2 code of the country, by which taxes are found.'),
    emailAddress: mailText('E-mail address of the seller on invoices.'),
    language: byDefault(of(InvoiceLanguage, 'Language of invoices where a buyer has none.'), 'en'),
    name: nameText('Legal name; the name of the organization when absent.'),
    taxIds: texts('Tax numbers; 10 at most.', longest.code),
  },
);
export type InvoiceIssuer = z.infer<typeof InvoiceIssuer>;

export const NotificationLease = freeRecord('NotificationLease', 'The claim on sending a notice once.');

export const OnboardingInfo = record(
  'OnboardingInfo',
  'How far the organization has come with its first steps.',
  {
    dismissed: flag('Whether the list of first steps is hidden for everybody.'),
    orgReady: of(NotificationLease, 'Notice that the organization is ready; kept by the service.'),
    readinessNotified: map('Notices of readiness sent, by service; kept by the service.'),
    skippedSteps: list(
      openEnum('A step.', ['crm', 'notification']),
      'Steps that a member skipped; a skip holds for the organization.',
    ),
  },
);
export type OnboardingInfo = z.infer<typeof OnboardingInfo>;

export const EmailNotificationScopeEventConfig = record(
  'EmailNotificationScopeEventConfig',
  'How members are notified of one scope by e-mail.',
  {
    bccRecipients: texts('Addresses that get a hidden copy.', longest.mail),
    ccRecipients: texts('Addresses that get a copy.', longest.mail),
    enabled: byDefault(flag('Whether the scope is sent.'), true),
    roleGroups: texts('Groups of people around the entity that are notified.', longest.code),
    senderEmail: mailText('Sender of its own; otherwise the default one.'),
    subjectOverride: text('Subject instead of the usual one.'),
    templateOverride: text('Template instead of the usual one.'),
    recipients: texts('Addresses that are notified.', longest.mail),
  },
);

export const NotificationConfigInfo = record(
  'NotificationConfigInfo',
  'Who is notified of what, and by which way.',
  {
    allEmailNotificationScopes: list(
      openEnum('A scope: action and entity.', allNotificationScopes),
      'Scopes that can be configured, for a user interface; read-only.',
    ),
    crmFieldOptionsByCrm: map(
      'Fields of the CRM that can be chosen, by CRM; only CRMs with an integration, and none until its fields are read; read-only.',
    ),
    daysToExpireSoonOfferWorkflowNotification: byDefault(
      whole('Days before expiry at which the notice goes out.'),
      7,
    ),
    defaultSenderEmail: mailText('Sender where a scope has none of its own; read-only.'),
    disableEmailNotificationOnOfferReady: flag('Whether buyers are not notified of offers by e-mail.'),
    emailNotificationScopeEventConfigs: mapOf(
      EmailNotificationScopeEventConfig,
      'How each scope is sent, by scope.',
    ),
    enableEmailNotification: byDefault(flag('Whether members are notified of events by e-mail.'), false),
    enableExpireSoonOfferWorkflowNotification: byDefault(
      flag('Whether notice is given before an offer expires.'),
      false,
    ),
    enableWebhookNotification: byDefault(flag('Whether webhooks are limited to the products listed.'), false),
    entityFieldOptions: map('Fields that can be chosen, by kind of entity; read-only.'),
    roleGroupOptionsByEntityType: map('Groups of people that can be chosen, by kind of entity; read-only.'),
    supportChatChannelID: idText('Chat channel of customer support.'),
    warningMessages: texts(
      'What of a change is not known and was ignored; in the answer to that change, read-only.',
    ),
    webhookProductWhitelist: texts('Products whose events go out by webhook when limited.', longest.id),
  },
);
export type NotificationConfigInfo = z.infer<typeof NotificationConfigInfo>;

export const UsageMeteringDimensionMappingValue = record(
  'UsageMeteringDimensionMappingValue',
  'The dimension that reported usage counts for.',
  {
    convertionMultiplier: decimal('Factor applied to the quantity.'),
    dimensionKey: codeText('Dimension that it counts for.'),
    mappingMode: openEnum('Whether the quantity or its amount is carried over.', ['QUANTITY', 'AMOUNT']),
  },
);

export const PartnerUsageMeteringConfig = record(
  'PartnerUsageMeteringConfig',
  'How usage is metered for one partner.',
  {
    dimensionMapping: mapOf(
      UsageMeteringDimensionMappingValue,
      'Dimension that reported usage counts for, by the name reported; older form.',
    ),
    dimensionMappingV2: mapOf(
      list(UsageMeteringDimensionMappingValue, 'The dimensions.'),
      'Dimensions that reported usage counts for, by the name reported.',
    ),
    enableBillableDimension: flag('Whether usage is counted by billable metrics.'),
    enableCommitWithAdditionalUsageAtListPrice: flag('Whether usage above a commit costs the list price.'),
    enableCommitWithAdditionalUsageMetering: flag('Whether only usage above a commit is metered.'),
    enableDimensionMapping: flag('Whether dimensions are mapped.'),
    enableZeroUsage: flag(
      'Whether an hour without usage of an active entitlement is reported as zero, for each of its dimensions, where the marketplace takes that (marketplace A). Usage of such an hour that comes later is reported for the next hour that is free.',
    ),
    partner: of(Partner, 'The partner.'),
  },
);

export type PartnerUsageMeteringConfig = z.infer<typeof PartnerUsageMeteringConfig>;

export const UsageMeteringConfigInfo = record('UsageMeteringConfigInfo', 'How usage is metered.', {
  partnerUsageMeteringConfigs: list(PartnerUsageMeteringConfig, 'Settings by partner.'),
});
export type UsageMeteringConfigInfo = z.infer<typeof UsageMeteringConfigInfo>;

export const OrganizationConfigInfo = freeRecord('OrganizationConfigInfo', 'General settings.');

export const PrivateOfferConfigInfo = freeRecord('PrivateOfferConfigInfo', 'Settings of private offers.');
export type PrivateOfferConfigInfo = z.infer<typeof PrivateOfferConfigInfo>;

export const SSOConfigInfo = freeRecord('SSOConfigInfo', 'Settings of single sign-on.');

export const OrganizationInfo = record('OrganizationInfo', 'The settings of an organization.', {
  aiBillingConfig: of(AIBillingConfig, 'Use of AI features.'),
  clientSignupPageConfigInfo: of(ClientSignupPageConfigInfo, 'Signup page.'),
  cosellAccountMappingConfigs: list(
    CosellAccountMappingConfig,
    'Field names by CRM, where they differ from the usual ones.',
  ),
  cosellConfigInfoV2: list(CosellConfigInfo, 'Co-selling by CRM and marketplace.'),
  cosellFillerConfigInfo: list(CosellFillerConfigInfo, 'Filling of co-sell records.'),
  cosellIntelligenceConfigInfo: of(CosellIntelligenceConfigInfo, 'Co-sell signals.'),
  fundingApplicationFieldMappingConfigInfo: list(
    FundingApplicationFieldMappingConfigInfo,
    'Filling of funding applications.',
  ),
  invoiceIssuer: of(InvoiceIssuer, 'Issuer of invoices.'),
  notificationConfigInfo: of(NotificationConfigInfo, 'Notifications.'),
  offerFillerConfigInfos: deprecated(list(OfferFillerConfigInfo, 'Filling of offers; no longer used.')),
  offerFillerCrmPartnerConfigInfos: deprecated(map('Filling of offers by CRM; no longer used.')),
  onboardingInfo: of(OnboardingInfo, 'First steps.'),
  organizationConfigInfo: of(OrganizationConfigInfo, 'General settings.'),
  privateOfferConfigInfo: of(PrivateOfferConfigInfo, 'Private offers.'),
  ssoConfigInfo: of(SSOConfigInfo, 'Single sign-on.'),
  usageMeteringConfigInfo: of(UsageMeteringConfigInfo, 'Usage metering.'),
});
export type OrganizationInfo = z.infer<typeof OrganizationInfo>;

export const OrganizationRow = record(
  'ListOrganizationsByUserRow',
  'An organization and the caller’s place in it.',
  {
    allowedAuthMethods: texts('Ways by which members may log in.', longest.code),
    authID: idText('Identifier at the login provider.'),
    requireSecondFactor: flag(
      'Whether people need a sign-in with a second factor to use it; a provider of its own vouches for its people.',
    ),
    createdBy: idText('Who created it.'),
    creationTime: time('When it was created.'),
    description: text('What it is.'),
    emailDomain: mailText('Domain of its members’ e-mail addresses.'),
    environment: openEnum('Whether partners are real or played.', ['TEST', 'PROD']),
    expireAt: nullable(time('When it ends; null without an end.')),
    id: idText('Identifier.'),
    info: of(OrganizationInfo, 'Settings.'),
    joinOrganizationTime: time('When the calling user joined.'),
    lastUpdateTime: time('When it last changed.'),
    name: nameText('Name of the organization.'),
    channelPartnerId: idText(
      'The channel partner for which the caller acts: of the rest it is shown little then.',
    ),
    partners: list(Partner, 'Marketplaces and other partners that it can sell through; read-only.'),
    permissions: texts('What the caller’s role allows, as roles name it; read-only.', longest.code),
    status: codeText('State of the organization.'),
    type: openEnum('Kind of organization.'),
    userEmail: mailText('E-mail address of the calling user.'),
    userID: idText('Identifier of the calling user.'),
    userName: nameText('Name of the calling user.'),
    userRole: openEnum('Role of the caller.', ['ADMIN', 'EDITOR', 'VIEWER']),
    website: urlText('Address of its website.'),
  },
);
