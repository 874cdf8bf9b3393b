import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The text and groups that the document of the API has for authentication. */
export const authenticationDescription: ApiPart = {
  groups: {
    Authentication:
      'Tokens for programs and people. A program exchanges its client id and secret for an access token that is good for a ' +
      'short time, and asks for another when that has ended. People sign up, confirm their address and sign in here.',
  },
  parameters: {
    passkeyId: 'The passkey',
    sessionId: 'The session',
  },
};
