import type { TestApp, TestOrganization } from './harness.ts';

const membersRead = [
  'getOrganization',
  'leaveOrganization',
  'listMembers',
  'getMember',
  'listRoles',
  'getRole',
];
const membersChanged = [
  'updateOrganization',
  'deleteOrganization',
  'inviteMember',
  'updateMember',
  'removeMember',
  'createRole',
  'updateRole',
  'deleteRole',
];

/** The least role that may call each operation on organizations, members and roles. */
export const ofOrganizations: Readonly<Record<string, 'VIEWER' | 'ADMIN' | 'PERSON'>> = {
  ...Object.fromEntries(membersRead.map((id) => [id, 'VIEWER' as const])),
  ...Object.fromEntries(membersChanged.map((id) => [id, 'ADMIN' as const])),
  createOrganization: 'PERSON',
  acceptInvitation: 'PERSON',
};

const settingsChanged = [
  'AiBillingConfig',
  'ClientSignupPageConfigInfo',
  'UsageMeteringConfigInfo',
  'OrganizationConfigInfo',
  'PrivateOfferConfigInfo',
  'SsoConfigInfo',
  'CosellIntelligenceConfigInfo',
  'CosellConfigInfoV2',
  'CosellAccountMappingConfigs',
  'CosellFillerConfigInfo',
  'FundingApplicationFieldMappingConfigInfo',
];
const settingsRead = [
  ...settingsChanged,
  'OnboardingInfo',
  'OfferFillerConfigInfos',
  'OfferFillerCrmPartnerConfigInfos',
];

/** Everybody may read a setting; onboarding is any member's to change, everything else an administrator's. */
export const ofConfiguration: Readonly<Record<string, 'VIEWER' | 'ADMIN'>> = {
  ...Object.fromEntries(settingsRead.map((word) => [`get${word}`, 'VIEWER' as const])),
  ...Object.fromEntries(settingsChanged.map((word) => [`update${word}`, 'ADMIN' as const])),
  updateOnboardingInfo: 'VIEWER',
};

/** The only ADMIN, and a role that is in use: neither can be removed, whoever tries. */
export async function keptMembers(app: TestApp, { id, token }: TestOrganization) {
  const { id: userId } = await app.person(id, 'ADMIN');
  const body = { name: 'SELLER', permissions: ['offers:read'] };
  await app.request('POST', `/org/${id}/role`, { token, body });
  await app.person(id, body.name);
  return { userId, roleName: body.name };
}
