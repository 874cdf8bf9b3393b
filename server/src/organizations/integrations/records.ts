import type { z } from 'zod';
import { Partner, PartnerService } from '../../marketplaces/records/index.ts';
import {
  closedEnum,
  free,
  idText,
  key,
  map,
  of,
  record,
  text,
  time,
  upperCaseEnum,
} from '../../platform/records/fields.ts';

const services = PartnerService.meta()?.examples as [string, ...string[]];

export const IntegrationService = upperCaseEnum(
  'IntegrationService',
  'Which of the partner’s services is connected; any letter case is accepted.',
  services,
);

export const IntegrationStatus = closedEnum(
  'IntegrationStatus',
  'CREATED: not verified since the settings were last changed.',
  ['CREATED', 'VERIFIED', 'NOT_VERIFIED'],
);
export type IntegrationStatus = z.infer<typeof IntegrationStatus>;

export const IntegrationHealth = closedEnum(
  'IntegrationHealth',
  'BAD: for ten minutes or longer no call of one kind was answered. Absent where nothing was called.',
  ['GOOD', 'BAD'],
);

const secretive = 'In answers secrets are replaced by stars.';

export const IntegrationInfo = record('IntegrationInfo', `Settings of the connection. ${secretive}`, {
  mkAIntegration: free('Marketplace A.'),
  mkAAceIntegration: free('Co-selling with marketplace A.'),
  mkBIntegration: free('Marketplace B.'),
  mkCIntegration: free('Marketplace C.'),
  mkDIntegration: free('Marketplace D.'),
  crmACrmIntegration: free('CRM A.'),
  crmBCrmIntegration: free('CRM B.'),
  billBIntegration: free('Billing system B.'),
  meterBIntegration: free('Metering system B.'),
  slackIntegration: free('Chat.'),
});

export const IdentityIntegration = record(
  'IdentityIntegration',
  'The connection of an organization to a service of a partner: one for each.',
  {
    id: key('Its identifier.'),
    organizationID: idText('The organization.'),
    partner: of(Partner, 'The partner.'),
    service: of(
      IntegrationService,
      'The service; when absent MARKETPLACE, CRM, BILLING or PAYMENT as the partner is, else DEFAULT.',
    ),
    info: of(IntegrationInfo, `Settings of the connection. ${secretive}`),
    credentials: map(
      'What the partner is entered with. Its values are encrypted and never answered, only their names.',
    ),
    status: of(IntegrationStatus, 'Whether the partner takes the credentials.'),
    statusMessage: text('Why the last verification failed.'),
    lastVerifyTime: time('When it was last verified.'),
    secretEndTime: time('When the first of its secrets ends, where the partner says so.'),
    health: of(IntegrationHealth, 'Whether calls to the partner are answered.'),
    createdBy: idText('Who created it.'),
    creationTime: time('When it was created.'),
    lastUpdatedBy: idText('Who last changed it.'),
    lastUpdateTime: time('When it was last changed.'),
  },
);
export type IdentityIntegration = z.infer<typeof IdentityIntegration>;

/** The service's own: ignored on input. */
export const serverOwned = [
  'id',
  'organizationID',
  'status',
  'statusMessage',
  'lastVerifyTime',
  'secretEndTime',
  'health',
  'createdBy',
  'creationTime',
  'lastUpdatedBy',
  'lastUpdateTime',
] as const;

/** Answers which service of a partner is meant when none is named: the kind of partner says it. */
export function usualService(partner: string): string {
  if (partner.startsWith('MK')) return 'MARKETPLACE';
  if (partner.startsWith('CRM')) return 'CRM';
  if (partner.startsWith('BILL')) return 'BILLING';
  return partner.startsWith('PAY') ? 'PAYMENT' : 'DEFAULT';
}
