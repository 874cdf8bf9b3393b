import type { z } from 'zod';
import { streams } from '../../marketplaces/index.ts';
import { Partner, PartnerService } from '../../marketplaces/records/index.ts';
import {
  closedEnum,
  fieldOf,
  flag,
  freeForm,
  idText,
  integer,
  key,
  list,
  map,
  record,
  text,
  time,
  upperCaseEnum,
} from '../../platform/records/fields.ts';

const services = PartnerService.meta()?.examples as [string, ...string[]];

const IntegrationService = upperCaseEnum(
  'IntegrationService',
  'Connected service of the partner; any letter case is accepted.',
  services,
);

export const IntegrationStatus = closedEnum(
  'IntegrationStatus',
  'CREATED: not verified since the settings last changed; VERIFIED: the partner accepts the credentials; ' +
    'NOT_VERIFIED: the partner rejects the credentials.',
  ['CREATED', 'VERIFIED', 'NOT_VERIFIED'],
);
export type IntegrationStatus = z.infer<typeof IntegrationStatus>;

const IntegrationHealth = closedEnum(
  'IntegrationHealth',
  'BAD: calls of one kind have had no response for ten minutes or longer. Absent before the first call.',
  ['GOOD', 'BAD'],
);

const secretive = 'Secrets are masked in responses.';

const IntegrationInfo = record('IntegrationInfo', `Settings of the connection. ${secretive}`, {
  mkAIntegration: freeForm('Marketplace A.'),
  mkAAceIntegration: freeForm('Co-selling with marketplace A.'),
  mkBIntegration: freeForm('Marketplace B.'),
  mkCIntegration: freeForm('Marketplace C.'),
  mkDIntegration: freeForm('Marketplace D.'),
  crmACrmIntegration: freeForm('CRM A.'),
  crmBCrmIntegration: freeForm('CRM B.'),
  billBIntegration: freeForm('Billing system B.'),
  meterBIntegration: freeForm('Metering system B.'),
  slackIntegration: freeForm('Chat.'),
});

export const IdentityIntegration = record(
  'IdentityIntegration',
  'The connection of an organization to one service of a partner.',
  {
    id: key('Identifier.'),
    organizationID: idText('The organization.'),
    partner: fieldOf(Partner, 'The partner.'),
    service: fieldOf(
      IntegrationService,
      'The service. Default by kind of partner: MARKETPLACE, CRM, BILLING or PAYMENT, otherwise DEFAULT.',
    ),
    info: fieldOf(IntegrationInfo, `Settings of the connection. ${secretive}`),
    credentials: map('Credentials at the partner. Values are encrypted; responses contain only their names.'),
    status: fieldOf(IntegrationStatus, 'Whether the partner accepts the credentials.'),
    statusMessage: text('Why the last verification failed.'),
    lastVerifyTime: time('When the integration was last verified.'),
    secretEndTime: time('Earliest expiry of its secrets, if the partner reports it.'),
    health: fieldOf(IntegrationHealth, 'Whether the partner responds to calls.'),
    createdBy: idText('Member or client that created the record.'),
    creationTime: time('Time of creation.'),
    lastUpdatedBy: idText('Member or client that made the last change.'),
    lastUpdateTime: time('Time of the last change.'),
  },
);
export type IdentityIntegration = z.infer<typeof IdentityIntegration>;

/** The fields that the service sets; they are ignored on input. */
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

/** The default service of a partner, by its kind. */
export function usualService(partner: string): string {
  if (partner.startsWith('MK')) return 'MARKETPLACE';
  if (partner.startsWith('CRM')) return 'CRM';
  if (partner.startsWith('BILL')) return 'BILLING';
  return partner.startsWith('PAY') ? 'PAYMENT' : 'DEFAULT';
}

const IntegrationCheck = record('IntegrationCheck', 'A read-only check at the partner.', {
  name: text('Name of the check, such as assumeRole.'),
  passed: flag('Whether the check passed.'),
  message: text('Correction for a failed check, or a missing item that a passed check found.'),
});

export const IntegrationStreamName = closedEnum(
  'IntegrationStreamName',
  'Kind of calls to the partner. IMPORT and COMPARISON read all records of the partner, CHANGES reads the changed records.',
  [...streams, 'IMPORT', 'CHANGES', 'COMPARISON'],
);

const IntegrationStream = record(
  'IntegrationStream',
  'Health of the calls of one kind, updated about once a minute.',
  {
    stream: fieldOf(IntegrationStreamName, 'Kind of calls.'),
    lastSuccessTime: time('When the partner last responded to such a call.'),
    failingSince: time(
      'Time since which such calls have had no response; absent if the last call had a response.',
    ),
    lagMs: integer(
      'Lag in milliseconds: the time without a response, or the delay of the last notification.',
    ),
    lastError: text('Message of the last failure.'),
    lastErrorTime: time('When the last failure happened.'),
  },
);

export const IntegrationVerification = record(
  'IntegrationVerification',
  'Result of the last verification of an integration, and the health of its calls.',
  {
    id: idText('The integration.'),
    partner: fieldOf(Partner, 'The partner.'),
    service: fieldOf(IntegrationService, 'The service.'),
    status: fieldOf(IntegrationStatus, 'Whether the partner accepts the credentials.'),
    statusMessage: text('Why the partner does not accept them.'),
    lastVerifyTime: time('When the integration was last verified; the service verifies it each hour.'),
    checks: list(
      IntegrationCheck,
      'The checks of the verification. A failed check of a VERIFIED integration reports a missing right that a feature requires.',
    ),
    account: text('Identifier of the account at the partner.'),
    secretEndTime: time('Earliest expiry of its secrets, if the partner reports it.'),
    health: fieldOf(IntegrationHealth, 'Whether the partner responds to calls.'),
    streams: list(IntegrationStream, 'Health by kind of call, for kinds with at least one call.'),
    waitingJobs: integer(
      'Number of jobs that wait until the partner accepts the credentials again; at most 10,000.',
    ),
  },
);
export type IntegrationVerification = z.infer<typeof IntegrationVerification>;

const IntegrationSetupValue = record('IntegrationSetupValue', 'A value to enter at the partner.', {
  name: text('Name by which the steps refer to the value.'),
  label: text('Name of the value for people.'),
  value: text('The value; absent if the service does not know it.'),
  description: text('Purpose of the value.'),
  problem: text('What to do before the value can be used; absent for a value that is complete.'),
});

export const IntegrationSetup = record(
  'IntegrationSetup',
  'How to grant the service access at the partner.',
  {
    values: list(IntegrationSetupValue, 'Values to enter at the partner; generated by the service.'),
    steps: text('The steps, in Markdown.'),
  },
);
