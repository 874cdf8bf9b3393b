/**
 * The ways by which a caller shows who it is. Both are the same access tokens; by the second, a program gets them by
 * itself.
 */
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of the token endpoint (RFC 9068), verified as RFC8725 says',
  },
  oauth2: {
    type: 'oauth2',
    description:
      'An API client gets its access token, verified as RFC8725 says, with its id and secret; it is good for an hour',
    flows: {
      // Relative, so that it holds for every installation. There is none for people: codes are sent to the clients that
      // the installation names, and to no page of the reference.
      clientCredentials: {
        tokenUrl: '/oauth2/token',
        scopes: { api: 'All that the role of the API client allows' },
      },
    },
  },
} as const;

/** Answers what an operation asks for: one of the two. */
export const securityOf = (access: string): Record<string, string[]>[] =>
  access === 'public' ? [] : [{ bearer: [] }, { oauth2: ['api'] }];
