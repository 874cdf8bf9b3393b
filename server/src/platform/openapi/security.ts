/**
 * The authentication schemes. `bearer` and `oauth2` use the same access tokens, which an `oauth2` client requests
 * itself. `key` needs no token.
 */
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token from the token endpoint (RFC 9068), verified according to RFC8725',
  },
  oauth2: {
    type: 'oauth2',
    description:
      'An API client gets its access token with its id and secret. The token is valid for an hour and verified according to RFC8725',
    flows: {
      // The URL is relative, so that it is valid for every installation. There is no flow for users, because
      // authorization codes are sent only to registered clients, which do not include the API reference.
      clientCredentials: {
        tokenUrl: '/oauth2/token',
        scopes: { api: 'Everything that the role of the API client allows' },
      },
    },
  },
  key: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      'The secret of an API client of type API_KEY, as `Authorization: Key tpk_…`. No access token is needed.',
  },
} as const;

/** Returns the security requirement of an operation: one of the three schemes, or no scheme for public operations. */
export const securityOf = (access: string): Record<string, string[]>[] =>
  access === 'public' ? [] : [{ bearer: [] }, { oauth2: ['api'] }, { key: [] }];
