import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts and operation groups of the OpenAPI document for support. */
export const supportDescription: ApiPart = {
  groups: {
    Support: 'Support tickets to the operator of the service.',
  },
  parameters: {
    ticketId: 'The support ticket',
  },
  identifiers: {
    ticket: 'tic',
  },
};
