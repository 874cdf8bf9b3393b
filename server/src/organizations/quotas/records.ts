import { idText, nameText, record, text, whole } from '../../platform/records/fields.ts';

export const OrganizationQuota = record(
  'OrganizationQuota',
  'How much of something an organization may have.',
  {
    id: idText('The name of the quota.'),
    name: nameText('The name of the quota.'),
    description: text('What is counted.'),
    maximum: whole('How many there may be.'),
    used: whole('How many there are; of a quota for a day, how many there were today.'),
  },
);
