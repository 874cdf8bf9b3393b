import type { ApiPart } from '../platform/openapi/api-description.ts';

/** What the document of the API says of this part of it. */
export const auditingDescription: ApiPart = {
  groups: {
    Auditing:
      'Who did what and when, with the record before and after. Entries are chained, so that none can be changed unseen.',
  },
  parameters: {
    auditingEventId: 'The entry of the audit trail',
  },
};
