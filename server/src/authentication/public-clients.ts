import type { Addresses } from '../platform/addresses.ts';

/** A program of ours by which people sign in. It can keep no secret, so none is asked for. */
export type PublicClient = {
  id: string;
  name: string;
  /** It runs on the person's machine: whoever is signed in is asked before it is let in (RFC 8252, 8.6). */
  native: boolean;
  mayRedirectTo(uri: string): boolean;
};

/** RFC 8252, section 7.3: a program on the person's machine takes whatever port is free. */
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]):(\d{1,5})\/callback$/;

/** The client of the web console. */
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
