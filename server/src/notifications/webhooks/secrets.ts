import type { Vault } from '../../platform/secrets/encryption.ts';

/** Encrypted part of an endpoint. */
export type EndpointSecrets = {
  secret: string;
  /** The previous secret, while deliveries are also signed with this secret. */
  previous?: { secret: string; until: string };
  headers: Readonly<Record<string, string>>;
};

type Place = { organization_id: string; id: string };

/** Returns the encryption context of an endpoint's secrets; decryption requires the same context. */
export const endpointContext = ({ organization_id, id }: Place): string => `webhook ${organization_id} ${id}`;

export const encryptSecrets = (vault: Vault, place: Place, secrets: EndpointSecrets): string =>
  vault.encrypt(JSON.stringify(secrets), endpointContext(place));

export const decryptSecrets = (vault: Vault, place: Place & { sealed_secrets: string }): EndpointSecrets =>
  JSON.parse(vault.decrypt(place.sealed_secrets, endpointContext(place))) as EndpointSecrets;

/** Returns the secrets that are valid at a time, newest first. */
export const goodSecrets = ({ secret, previous }: EndpointSecrets, now: Date): string[] =>
  previous && Date.parse(previous.until) > now.getTime() ? [secret, previous.secret] : [secret];

export const stars = '********';

export const showHeaders = (headers: EndpointSecrets['headers']): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, stars]));
