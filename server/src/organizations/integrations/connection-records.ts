import type { z } from 'zod';
import { streams } from '../../marketplaces/index.ts';
import { Partner } from '../../marketplaces/records/index.ts';
import {
  closedEnum,
  flag,
  idText,
  list,
  of,
  record,
  text,
  time,
  whole,
} from '../../platform/records/fields.ts';
import { IntegrationHealth, IntegrationService, IntegrationStatus } from './records.ts';

export const IntegrationCheck = record(
  'IntegrationCheck',
  'Something that was tried at the partner, without changing anything there.',
  {
    name: text('What was tried, as a name: assumeRole …'),
    passed: flag('Whether the partner let us.'),
    message: text('What to do about it, where it did not.'),
  },
);

export const IntegrationStreamName = closedEnum(
  'IntegrationStreamName',
  'What calls of the partner are about; IMPORT, CHANGES and COMPARISON are readings of all that it has, or of what has changed.',
  [...streams, 'IMPORT', 'CHANGES', 'COMPARISON'],
);

export const IntegrationStream = record(
  'IntegrationStream',
  'How the calls of one kind fare. Written down about once a minute.',
  {
    stream: of(IntegrationStreamName, 'Which calls.'),
    lastSuccessTime: time('When the partner last answered one.'),
    failingSince: time('Since when none was answered; absent where the last one was.'),
    lagMs: whole(
      'How far behind it is, in milliseconds: for how long nothing was answered, or how late the last notification came.',
    ),
    lastError: text('What the last failure was.'),
    lastErrorTime: time('When that was.'),
  },
);

export const IntegrationVerification = record(
  'IntegrationVerification',
  'What the last verification of an integration found, and how its calls fare.',
  {
    id: idText('The integration.'),
    partner: of(Partner, 'The partner.'),
    service: of(IntegrationService, 'The service.'),
    status: of(IntegrationStatus, 'Whether the partner takes the credentials.'),
    statusMessage: text('Why not.'),
    lastVerifyTime: time('When it was last verified, which happens each hour by itself.'),
    checks: list(IntegrationCheck, 'What was tried, one by one.'),
    account: text('The account at the partner, as the partner names it.'),
    secretEndTime: time('When the first of the secrets ends, where the partner says so.'),
    health: of(IntegrationHealth, 'Whether calls to the partner are answered.'),
    streams: list(IntegrationStream, 'How the calls fare, by kind: those of which there were any.'),
    waitingJobs: whole('How much waits until the partner lets us in again, up to 10,000.'),
  },
);
export type IntegrationVerification = z.infer<typeof IntegrationVerification>;

export const IntegrationSetupValue = record('IntegrationSetupValue', 'A value to enter at the partner.', {
  name: text('What it is called there.'),
  value: text('The value.'),
  description: text('What it is for.'),
});

export const IntegrationSetup = record(
  'IntegrationSetup',
  'What is to be done at the partner, so that it lets us in.',
  {
    values: list(IntegrationSetupValue, 'The values to enter there. They are made by the service.'),
    steps: text('The steps, in Markdown.'),
  },
);
