import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for the audit trail. */
export const auditingDescription: ApiPart = {
  groups: {
    Auditing:
      'Who did what and when, with the record before and after. Entries are chained, so that none can be changed unseen.',
  },
  parameters: {
    auditingEventId: 'The entry of the audit trail',
  },
};
