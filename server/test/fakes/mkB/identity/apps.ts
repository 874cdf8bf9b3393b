import type { KeyObject } from 'node:crypto';
import type { Ids } from '../ids.ts';

/** Identifiers of the resources for which tokens are issued. */
export const resources = {
  /** The resource of the fulfilment and metering interfaces, and the application id in webhook tokens. */
  marketplace: '20e940b3-4c77-4b0b-9a53-9e16a1b010a7',
  graph: 'https://graph.microsoft.com',
  insights: 'https://api.partnercenter.microsoft.com',
} as const;
export type Resource = keyof typeof resources;

/** A credential of an application: a secret, or a certificate whose key signs assertions. */
export type Credential = { endsMs: number } & (
  | { secret: string }
  | { publicKey: KeyObject; thumbprints: readonly string[] }
);

/** An application that is registered in a tenant. */
export type App = {
  tenantId: string;
  clientId: string;
  credentials: Credential[];
  /** Resources whose calls are refused, because the application lacks a role at the vendor. */
  forbidden: Set<Resource>;
};

/** The caller of an interface: the application of a token. */
export type Caller = Pick<App, 'tenantId' | 'clientId'>;

const yearMs = 365 * 24 * 3_600_000;

/** Creates the registry of tenants and their applications. */
export function createApps(ids: Ids, now: () => number) {
  const apps: App[] = [];
  return {
    add: (tenantId: string): App => {
      const app: App = { tenantId, clientId: ids.uuid(), credentials: [], forbidden: new Set() };
      apps.push(app);
      return app;
    },
    addSecret: (app: App, endsMs = now() + yearMs): string => {
      const secret = ids.secret();
      app.credentials.push({ secret, endsMs });
      return secret;
    },
    addCertificate: (app: App, { publicKey, thumbprints, endsMs = now() + yearMs }: NewCertificate): void =>
      void app.credentials.push({ publicKey, thumbprints, endsMs }),
    remove: (app: App): void => void apps.splice(apps.indexOf(app), 1),
    hasTenant: (tenantId: string) => apps.some((app) => app.tenantId === tenantId),
    find: (tenantId: string, clientId: string) =>
      apps.find((app) => app.tenantId === tenantId && app.clientId === clientId),
    /** Returns all secrets, for tests that search for leaks. */
    secrets: () =>
      apps.flatMap(({ credentials }) => credentials.flatMap((one) => ('secret' in one ? [one.secret] : []))),
  };
}
export type Apps = ReturnType<typeof createApps>;

/** A certificate by its public key and its SHA-1 and SHA-256 thumbprints in base64url. */
export type NewCertificate = {
  publicKey: KeyObject;
  thumbprints: readonly string[];
  endsMs?: number;
};
