import type { ApiPart } from '../platform/openapi/api-description.ts';

/** The texts of the OpenAPI document about authentication. */
export const authenticationDescription: ApiPart = {
  groups: {
    Authentication:
      'Tokens for programs and users. A program exchanges its client id and secret for a short-lived access token, and ' +
      'requests a new token when it expires. Users sign up, confirm their address and sign in.',
  },
  parameters: {
    passkeyId: 'Id of the passkey',
    sessionId: 'Id of the session',
  },
};
