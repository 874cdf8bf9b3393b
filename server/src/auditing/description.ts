import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts of the OpenAPI document about the audit trail. */
export const auditingDescription: ApiPart = {
  groups: {
    Auditing:
      'The audit trail: each change with its actor and time, and the record before and after. Entries are chained, so ' +
      'that tampering is detected.',
  },
  parameters: {
    auditingEventId: 'Id of the entry of the audit trail',
  },
};
