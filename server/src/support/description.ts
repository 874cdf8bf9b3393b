import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for support. */
export const supportDescription: ApiPart = {
  groups: {
    Support: 'What an organization asks the operator of the service, and what it is answered.',
  },
  parameters: {
    ticketId: 'The support ticket',
  },
  identifiers: {
    ticket: 'tic',
  },
};
