import { getAiBillingConfig, updateAiBillingConfig } from '../../generated/aiBillingConfig.ts';
import {
  getClientSignupPageConfigInfo,
  updateClientSignupPageConfigInfo,
} from '../../generated/clientSignupPageConfigInfo.ts';
import { getOnboardingInfo, updateOnboardingInfo } from '../../generated/onboardingInfo.ts';
import {
  getOrganizationConfigInfo,
  updateOrganizationConfigInfo,
} from '../../generated/organizationConfigInfo.ts';
import { deleteOrganization, getOrganization, updateOrganization } from '../../generated/organizations.ts';
import {
  getPrivateOfferConfigInfo,
  updatePrivateOfferConfigInfo,
} from '../../generated/privateOfferConfigInfo.ts';
import { getSsoConfigInfo, updateSsoConfigInfo } from '../../generated/ssoConfigInfo.ts';
import { money } from '../../ui/money.tsx';
import type { OperationField } from '../../ui/operation/operation.ts';
import { nameOf } from '../../ui/words.ts';
import type { Config } from './config.tsx';

const yes = (value: unknown) => (value ? 'Yes' : 'No');

export const organization: Config = {
  title: 'Organization',
  help: 'The name of the organization, and who may sign in.',
  read: getOrganization,
  edit: {
    operation: updateOrganization,
    fields: ['name', 'description', 'website', 'emailDomain', 'requireSecondFactor', 'allowedAuthMethods'],
    labels: {
      emailDomain: 'Domain of members’ addresses',
      requireSecondFactor: 'Members must sign in with a second factor',
      allowedAuthMethods: 'Allowed ways to sign in',
    },
  },
  actions: [
    {
      operation: deleteOrganization,
      label: 'Delete the organization',
      kind: 'danger',
      help: 'All access to the organization ends. An organization with active entitlements or unsettled usage cannot be deleted.',
      labels: { confirm: 'The name of the organization, to confirm' },
      submit: 'Delete',
      done: 'The organization is deleted.',
    },
  ],
  facts: (of) => [
    ['Name', of.name],
    ['Description', of.description],
    ['Website', of.website],
    ['Environment', nameOf(of.environment)],
    ['Domain of members’ addresses', of.emailDomain || 'Any'],
    ['Second factor', of.requireSecondFactor ? 'Required' : 'Optional'],
    ['Ways to sign in', (of.allowedAuthMethods ?? []).map(nameOf).join(', ') || 'All'],
  ],
};

const ssoFields: OperationField[] = [
  { name: 'enabled', kind: 'flag' },
  { name: 'issuer', kind: 'text', help: 'URL of the OpenID provider, with https.' },
  { name: 'clientID', kind: 'text' },
  { name: 'clientSecret', kind: 'secret' },
  { name: 'defaultRole', kind: 'text', help: 'Role of people at their first sign-in; VIEWER by default.' },
];

export const singleSignOn: Config = {
  title: 'Single sign-on',
  help: 'Members sign in through your OpenID provider.',
  read: getSsoConfigInfo,
  edit: {
    operation: { ...updateSsoConfigInfo, fields: ssoFields },
    help: 'When the provider is disabled or replaced, its sessions end, except your own.',
    labels: { enabled: 'Members sign in through the provider', clientID: 'Client ID' },
  },
  facts: (of) => [
    ['Enabled', of.enabled === undefined ? undefined : yes(of.enabled)],
    ['Issuer', of.issuer],
    ['Client ID', of.clientID],
    ['Default role', of.defaultRole],
  ],
  empty: 'Single sign-on is not set up.',
};

export const privateOffers: Config = {
  title: 'Private offers',
  help: 'Whether private offers need an approval before they are published.',
  read: getPrivateOfferConfigInfo,
  edit: {
    operation: { ...updatePrivateOfferConfigInfo, fields: [{ name: 'requireApproval', kind: 'flag' }] },
    help: '',
    labels: { requireApproval: 'Private offers need an approval' },
  },
  facts: ({ requireApproval }) => [['Approval', requireApproval ? 'Required' : 'Not required']],
};

/** The settings that an organization stores for its own programs. */
export const general: Config = {
  title: 'Other settings',
  help: 'Settings that your own programs store here. Tradepost uses only “sandbox” and “buyerRequests”.',
  read: getOrganizationConfigInfo,
  edit: {
    operation: { ...updateOrganizationConfigInfo, fields: [{ name: '$items', kind: 'json' }], body: 'list' },
    labels: { $items: 'Settings' },
    help: 'The entered settings merge with the stored settings by name; null removes a name.',
    start: (of) => ({ $items: of }),
  },
  facts: (of) => Object.entries(of).map(([name, value]) => [name, JSON.stringify(value)]),
};

export const ai: Config = {
  title: 'AI features',
  help: 'Answers of the language model are charged to the organization, up to the spending cap.',
  read: getAiBillingConfig,
  edit: {
    operation: updateAiBillingConfig,
    fields: ['enabled', 'monthlySpendingCapCents', 'billingEmail'],
    labels: {
      enabled: 'AI features are enabled',
      monthlySpendingCapCents: 'Spending cap per month, in cents',
      billingEmail: 'Address for invoices',
    },
    help: 'Without a spending cap, the use is not limited.',
  },
  facts: (of) => [
    ['Enabled', yes(of.enabled)],
    ['Reason', of.enabled === false && of.disabledReason && nameOf(of.disabledReason)],
    [
      'Spending cap per month',
      of.monthlySpendingCapCents === null || of.monthlySpendingCapCents === undefined
        ? 'No limit'
        : money(of.monthlySpendingCapCents / 100, 'USD'),
    ],
    ['Free use per month', of.monthlyCreditCents !== undefined && money(of.monthlyCreditCents / 100, 'USD')],
    ['Address for invoices', of.billingEmail],
  ],
};

export const signupPage: Config = {
  title: 'Signup page',
  help: 'Buyers see this page after a purchase on a marketplace.',
  read: getClientSignupPageConfigInfo,
  edit: {
    operation: updateClientSignupPageConfigInfo,
    fields: [
      'companyName',
      'companyLogoUrl',
      'landingImageUrl',
      'publicNotes',
      'ccEmails',
      'enableUpdateBuyer',
    ],
    labels: {
      companyName: 'Name of the seller',
      companyLogoUrl: 'URL of the logo',
      ccEmails: 'Copies of the mail to',
    },
    help: '',
  },
  empty: 'The page has its default content.',
};

export const onboarding: Config = {
  title: 'First steps',
  help: 'The list of first steps on the overview.',
  read: getOnboardingInfo,
  edit: {
    operation: updateOnboardingInfo,
    labels: { dismissed: 'The list is hidden for all members', skippedSteps: 'Skipped steps' },
    help: '',
  },
  facts: (of) => [
    ['List', of.dismissed ? 'Hidden' : 'Shown'],
    ['Skipped steps', (of.skippedSteps ?? []).join(', ') || 'None'],
  ],
};
