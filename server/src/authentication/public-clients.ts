import type { Addresses } from '../platform/addresses.ts';

/**
 * An application of this project in which users sign in. The application has no secret, because it cannot keep a secret
 * confidential.
 */
export type PublicClient = {
  id: string;
  name: string;
  /** Whether the client runs on the user's machine. Signed-in users must consent to such clients (RFC 8252, 8.6). */
  native: boolean;
  mayRedirectTo(uri: string): boolean;
};

/**
 * Matches the redirect URL of native clients with any port, because native clients listen on a free port (RFC 8252,
 * section 7.3).
 */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]):(\d{1,5})\/callback$/;

/** The client id of the web console. */
export const consoleClientId = 'tradepost-console';

export const createPublicClients = (addresses: Addresses): ReadonlyMap<string, PublicClient> =>
  new Map(
    [
      {
        id: consoleClientId,
        name: 'Tradepost',
        native: false,
        mayRedirectTo: (uri: string) =>
          addresses.audiences().some((base) => uri === `${base}/console/callback`),
      },
      {
        id: 'tradepost-cli',
        name: 'The Tradepost command line on this computer',
        native: true,
        mayRedirectTo: (uri: string) => {
          const port = Number(loopback.exec(uri)?.[2]);
          return port > 0 && port < 65_536;
        },
      },
    ].map((client) => [client.id, client]),
  );
