import type { z } from 'zod';
import { Partner } from '../marketplaces/records/index.ts';
import { allNotificationScopes } from '../notifications/index.ts';
import {
  byDefault,
  closedEnum,
  codeText,
  decimal,
  deprecated,
  fieldOf,
  flag,
  freeRecord,
  idText,
  integer,
  list,
  longest,
  mailText,
  map,
  mapOf,
  nameText,
  nullable,
  openEnum,
  record,
  shortText,
  text,
  texts,
  time,
  urlText,
} from '../platform/records/fields.ts';

export const AIBillingConfig = record('AIBillingConfig', 'Use of AI features and its limits.', {
  billingEmail: mailText('Address for invoices; when empty, the address of the organization’s creator.'),
  disabledAt: time('When AI features were switched off.'),
  disabledReason: openEnum('Reason for the switch-off.', [
    'SPENDING_CAP_REACHED',
    'MANUAL',
    'PAYMENT_OVERDUE',
  ]),
  enabled: byDefault(flag('Whether AI features are enabled.'), true),
  monthlyCreditCents: byDefault(
    integer('Free use per month in cents. Set by the operator of the service.'),
    10_000,
  ),
  monthlySpendingCapCents: byDefault(
    nullable(integer('Spending cap per month in cents; null for no limit.')),
    50_000,
  ),
});
export type AIBillingConfig = z.infer<typeof AIBillingConfig>;

export const ClientSignupPageConfigInfo = record(
  'ClientSignupPageConfigInfo',
  'The page on which buyers sign up after a purchase at a marketplace, and the mail about a signup.',
  {
    ccEmails: texts(
      'Addresses that get a copy of the mail about a signup; 50 at most. The mail is sent if ' +
        '`notificationConfigInfo.enableEmailNotification` is true.',
      longest.mail,
    ),
    companyLogoUrl: urlText(
      'Logo of the seller: a PNG, JPEG, GIF or WebP picture of at most 200 kB. The service keeps a copy and serves it to buyers.',
    ),
    companyName: nameText('Name of the seller on the page; the name of the organization when absent.'),
    customEmailTemplate: text(
      'HTML template of the mail, used if `enableCustomEmailTemplate` is true. Placeholders are those of mail templates, and ' +
        '`signup.companyName`, `signup.contactName`, `signup.firstName`, `signup.lastName`, `signup.emailAddress`, ' +
        '`signup.phoneNumber`, `signup.notes`, `signup.purchase`, `signup.entitlementID`.',
    ),
    customTemplate: text(
      'Template of the introduction of the page, used if `enableCustomTemplate` is true: Markdown with the placeholders ' +
        '`seller.name`, `purchase.name`, `product.name`, `buyer.name` and `marketplace`. HTML tags are shown as text; links ' +
        'may have http, https and mailto addresses.',
    ),
    enableCustomEmailTemplate: flag('Whether the mail uses `customEmailTemplate`.'),
    enableCustomTemplate: flag('Whether the page uses `customTemplate`.'),
    enableHeadlessEntitlementsReport: flag(
      'Whether entitlements of the last 3 days without a signup are reported.',
    ),
    enableUpdateBuyer: flag(
      'Whether a signup on the page updates the name, the e-mail address and `info.fields` of the buyer.',
    ),
    hideCloudPartnerLogo: flag('Whether the page omits the mark of the marketplace.'),
    landingImageUrl: urlText('Picture of the page; formats and size as for `companyLogoUrl`.'),
    notificationEmailSubject: text(
      'Template of the subject of the mail, with the placeholders of `customEmailTemplate`.',
    ),
    publicNotes: text('Plain text at the end of the mail.'),
    signupId: idText('Identifier of the page; assigned by the service.'),
    videoLink: urlText('Video about the product, to which the page links.'),
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
  'Field names of a CRM, if they differ from the default names.',
  {
    account: fieldOf(AccountFieldMapping, 'Names of account fields.'),
    crmPartner: fieldOf(Partner, 'The CRM.'),
    lastValidatedAt: time('When the names were last checked; set by the service.'),
    opportunity: fieldOf(OpportunityFieldMapping, 'Names of opportunity fields.'),
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
    cloudPartner: fieldOf(Partner, 'The marketplace.'),
    crmPartner: fieldOf(Partner, 'The CRM.'),
    info: fieldOf(CosellPairConfigInfo, 'Settings of this pair.'),
  },
);

export const CosellFillerFieldMappingInfo = freeRecord('CosellFillerFieldMappingInfo', 'Mapping of fields.');

export const CosellFillerConfigInfo = record(
  'CosellFillerConfigInfo',
  'Filling of the co-sell records of one system from another system.',
  {
    from: fieldOf(Partner, 'Source system.'),
    lastModifyTime: time('Time of the last change; set by the service.'),
    mappingInfo: fieldOf(CosellFillerFieldMappingInfo, 'Mapping of fields.'),
    to: fieldOf(Partner, 'Target system.'),
    version: byDefault(codeText('Version of the mapping’s format.'), ''),
  },
);

export const CosellIntelligenceConfigInfo = record(
  'CosellIntelligenceConfigInfo',
  'Where co-sell signals are used.',
  {
    cosellIntelligenceSignalsEnabled: flag('Older switch; used for marketplaces whose own switch is unset.'),
    mkASignalsEnabled: nullable(flag('Switch for marketplace A; if null, the older switch applies.')),
    mkBSignalsEnabled: nullable(flag('Switch for marketplace B; if null, the older switch applies.')),
    mkCSignalsEnabled: nullable(flag('Switch for marketplace C; if null, the older switch applies.')),
  },
);
export type CosellIntelligenceConfigInfo = z.infer<typeof CosellIntelligenceConfigInfo>;

export const FundingApplicationFieldMappingInfo = freeRecord(
  'FundingApplicationFieldMappingInfo',
  'Mapping of fields to a funding application.',
);

export const FundingApplicationFieldMappingConfigInfo = record(
  'FundingApplicationFieldMappingConfigInfo',
  'How a CRM fills applications for a marketplace’s funding.',
  {
    cloudPartner: fieldOf(Partner, 'The marketplace.'),
    crmPartner: fieldOf(Partner, 'The CRM.'),
    fundingType: codeText('Kind of funding.'),
    lastModifyTime: time('Time of the last change; set by the service.'),
    mappingInfo: fieldOf(FundingApplicationFieldMappingInfo, 'Mapping of fields.'),
    programType: codeText('Funding programme.'),
  },
);
export type FundingApplicationFieldMappingConfigInfo = z.infer<
  typeof FundingApplicationFieldMappingConfigInfo
>;

export const OfferFillerFieldMappingInfo = freeRecord(
  'OfferFillerFieldMappingInfo',
  'Mapping of fields to an offer.',
);

export const OfferFillerConfigInfo = record(
  'OfferFillerConfigInfo',
  'Mapping of the records of a system to offers.',
  {
    from: fieldOf(Partner, 'Source system.'),
    mappingInfo: fieldOf(OfferFillerFieldMappingInfo, 'Mapping of fields.'),
    targetObject: openEnum('Kind of record that is filled.'),
    to: fieldOf(Partner, 'Target system.'),
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
  'Issuer of invoices for direct sales. An issued invoice keeps the issuer of that time.',
  {
    address: shortText('Postal address, with its lines.', 2000),
    bankDetails: shortText('Bank account for payments.', 2000),
    country: codeText('ISO 3166-1 alpha-2 code of the country, which determines the taxes.'),
    emailAddress: mailText('E-mail address of the seller on invoices.'),
    language: byDefault(fieldOf(InvoiceLanguage, 'Language of invoices to buyers without a language.'), 'en'),
    name: nameText('Legal name; the name of the organization when absent.'),
    taxIds: texts('Tax numbers; 10 at most.', longest.code),
  },
);
export type InvoiceIssuer = z.infer<typeof InvoiceIssuer>;

export const NotificationLease = freeRecord('NotificationLease', 'The claim on sending a notice once.');

export const OnboardingInfo = record('OnboardingInfo', 'Onboarding state of the organization.', {
  dismissed: flag('Whether the list of first steps is hidden for all members.'),
  orgReady: fieldOf(NotificationLease, 'Notice that the organization is ready; kept by the service.'),
  readinessNotified: map('Notices of readiness sent, by service; kept by the service.'),
  skippedSteps: list(
    openEnum('A step.', ['crm', 'notification']),
    'Skipped steps; a skip by one member applies to the organization.',
  ),
});
export type OnboardingInfo = z.infer<typeof OnboardingInfo>;

export const EmailNotificationScopeEventConfig = record(
  'EmailNotificationScopeEventConfig',
  'E-mail notification of members about one scope.',
  {
    bccRecipients: texts('Addresses that get a hidden copy.', longest.mail),
    ccRecipients: texts('Addresses that get a copy.', longest.mail),
    enabled: byDefault(flag('Whether mails of this scope are sent.'), true),
    roleGroups: texts('Groups of people that are notified, by their relation to the entity.', longest.code),
    senderEmail: mailText('Sender; the default sender when absent.'),
    subjectOverride: text('Subject instead of the default.'),
    templateOverride: text('Template instead of the default.'),
    recipients: texts('Addresses that are notified.', longest.mail),
  },
);

export const NotificationConfigInfo = record(
  'NotificationConfigInfo',
  'Recipients, scopes and templates of notifications.',
  {
    allEmailNotificationScopes: list(
      openEnum('A scope: action and entity.', allNotificationScopes),
      'Scopes that can be configured, for a user interface; read-only.',
    ),
    crmFieldOptionsByCrm: map(
      'Fields that can be chosen, for each CRM with an integration; empty until the fields are read; read-only.',
    ),
    daysToExpireSoonOfferWorkflowNotification: byDefault(
      integer('Days before expiry at which the notice is sent.'),
      7,
    ),
    defaultSenderEmail: mailText('Sender of scopes without a sender; read-only.'),
    disableEmailNotificationOnOfferReady: flag('Whether e-mails about offers to buyers are switched off.'),
    emailNotificationScopeEventConfigs: mapOf(EmailNotificationScopeEventConfig, 'Settings by scope.'),
    enableEmailNotification: byDefault(flag('Whether members are notified of events by e-mail.'), false),
    enableExpireSoonOfferWorkflowNotification: byDefault(
      flag('Whether a notice is sent before an offer expires.'),
      false,
    ),
    enableWebhookNotification: byDefault(
      flag('Whether webhooks are limited to the products in `webhookProductWhitelist`.'),
      false,
    ),
    entityFieldOptions: map('Fields that can be chosen, by kind of entity; read-only.'),
    roleGroupOptionsByEntityType: map('Groups of people that can be chosen, by kind of entity; read-only.'),
    supportChatChannelID: idText('Chat channel of customer support.'),
    warningMessages: texts('Unknown fields that a change ignored; only in the response to that change.'),
    webhookProductWhitelist: texts(
      'Products whose events are sent by webhook, if webhooks are limited.',
      longest.id,
    ),
  },
);
export type NotificationConfigInfo = z.infer<typeof NotificationConfigInfo>;

export const UsageMeteringDimensionMappingValue = record(
  'UsageMeteringDimensionMappingValue',
  'Dimension to which reported usage is mapped.',
  {
    convertionMultiplier: decimal('Factor applied to the quantity.'),
    dimensionKey: codeText('Dimension of the product.'),
    mappingMode: openEnum('Whether the quantity or its amount is mapped.', ['QUANTITY', 'AMOUNT']),
  },
);

export const PartnerUsageMeteringConfig = record(
  'PartnerUsageMeteringConfig',
  'Usage metering for one partner.',
  {
    dimensionMapping: mapOf(UsageMeteringDimensionMappingValue, 'Dimension by reported name; older format.'),
    dimensionMappingV2: mapOf(
      list(UsageMeteringDimensionMappingValue, 'The dimensions.'),
      'Dimensions by reported name.',
    ),
    enableBillableDimension: flag('Whether usage is counted by billable metrics.'),
    enableCommitWithAdditionalUsageAtListPrice: flag('Whether usage above a commit costs the list price.'),
    enableCommitWithAdditionalUsageMetering: flag('Whether only usage above a commit is metered.'),
    enableDimensionMapping: flag('Whether dimensions are mapped.'),
    enableZeroUsage: flag(
      'Whether hours without usage are reported as zero, for each dimension of an active entitlement (marketplace A only). ' +
        'Usage of such an hour that arrives later is reported for the next free hour.',
    ),
    partner: fieldOf(Partner, 'The partner.'),
  },
);

export type PartnerUsageMeteringConfig = z.infer<typeof PartnerUsageMeteringConfig>;

export const UsageMeteringConfigInfo = record('UsageMeteringConfigInfo', 'How usage is metered.', {
  partnerUsageMeteringConfigs: list(PartnerUsageMeteringConfig, 'Settings by partner.'),
});
export type UsageMeteringConfigInfo = z.infer<typeof UsageMeteringConfigInfo>;

export const OrganizationConfigInfo = freeRecord('OrganizationConfigInfo', 'General settings.');
export type OrganizationConfigInfo = z.infer<typeof OrganizationConfigInfo>;

export const PrivateOfferConfigInfo = freeRecord('PrivateOfferConfigInfo', 'Settings of private offers.');
export type PrivateOfferConfigInfo = z.infer<typeof PrivateOfferConfigInfo>;

export const SSOConfigInfo = freeRecord('SSOConfigInfo', 'Settings of single sign-on.');

export const OrganizationInfo = record('OrganizationInfo', 'The settings of an organization.', {
  aiBillingConfig: fieldOf(AIBillingConfig, 'Use of AI features.'),
  clientSignupPageConfigInfo: fieldOf(ClientSignupPageConfigInfo, 'Signup page.'),
  cosellAccountMappingConfigs: list(
    CosellAccountMappingConfig,
    'Field names by CRM, if they differ from the default names.',
  ),
  cosellConfigInfoV2: list(CosellConfigInfo, 'Co-selling by CRM and marketplace.'),
  cosellFillerConfigInfo: list(CosellFillerConfigInfo, 'Filling of co-sell records.'),
  cosellIntelligenceConfigInfo: fieldOf(CosellIntelligenceConfigInfo, 'Co-sell signals.'),
  fundingApplicationFieldMappingConfigInfo: list(
    FundingApplicationFieldMappingConfigInfo,
    'Filling of funding applications.',
  ),
  invoiceIssuer: fieldOf(InvoiceIssuer, 'Issuer of invoices.'),
  notificationConfigInfo: fieldOf(NotificationConfigInfo, 'Notifications.'),
  offerFillerConfigInfos: deprecated(list(OfferFillerConfigInfo, 'Filling of offers; no longer used.')),
  offerFillerCrmPartnerConfigInfos: deprecated(map('Filling of offers by CRM; no longer used.')),
  onboardingInfo: fieldOf(OnboardingInfo, 'First steps.'),
  organizationConfigInfo: fieldOf(OrganizationConfigInfo, 'General settings.'),
  privateOfferConfigInfo: fieldOf(PrivateOfferConfigInfo, 'Private offers.'),
  ssoConfigInfo: fieldOf(SSOConfigInfo, 'Single sign-on.'),
  usageMeteringConfigInfo: fieldOf(UsageMeteringConfigInfo, 'Usage metering.'),
});
export type OrganizationInfo = z.infer<typeof OrganizationInfo>;

export const OrganizationRow = record(
  'ListOrganizationsByUserRow',
  'An organization, with the caller’s role and permissions.',
  {
    allowedAuthMethods: texts('Allowed sign-in methods.', longest.code),
    authID: idText('Identifier at the identity provider.'),
    requireSecondFactor: flag(
      'Whether people must sign in with a second factor; the organization’s own identity provider is exempt.',
    ),
    createdBy: idText('Person who created the organization; absent if the operator did.'),
    creationTime: time('When the organization was created.'),
    description: text('Description of the organization.'),
    emailDomain: mailText('Domain of its members’ e-mail addresses.'),
    environment: openEnum('PROD uses real partners, TEST the sandbox.', ['TEST', 'PROD']),
    expireAt: nullable(time('Time at which the organization expires; null without an expiry.')),
    id: idText('Identifier.'),
    info: fieldOf(OrganizationInfo, 'Settings.'),
    joinOrganizationTime: time('When the calling user joined.'),
    lastUpdateTime: time('When the organization last changed.'),
    name: nameText('Name of the organization.'),
    channelPartnerId: idText(
      'Channel partner for which the caller acts; the caller then receives only a few fields of the organization.',
    ),
    partners: list(
      Partner,
      'Marketplaces and other partners through which the organization can sell; read-only.',
    ),
    permissions: texts('Permissions of the caller; read-only.', longest.code),
    status: codeText('Status of the organization.'),
    type: openEnum('Kind of organization.'),
    userEmail: mailText('E-mail address of the calling user.'),
    userID: idText('Identifier of the calling user.'),
    userName: nameText('Name of the calling user.'),
    userRole: openEnum('Role of the caller.', ['ADMIN', 'EDITOR', 'VIEWER']),
    website: urlText('Address of the organization’s website.'),
  },
);
