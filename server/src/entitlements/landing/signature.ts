import { SignJWT } from 'jose';
import { type SigningKeys, signingAlgorithm } from '../../authentication/index.ts';
import type { Addresses } from '../../platform/addresses.ts';
import type { NewId } from '../../platform/ids.ts';

export type SignatureDeps = { keys: SigningKeys; addresses: Addresses; newId: NewId; now: () => Date };

/** The type of the token in its header: an access token has another, and neither is accepted as the other. */
const tokenType = 'landing+jwt';

/** How long the seller accepts a visit after the redirect, in seconds. */
const lifetimeS = 600;

/**
 * Signs the parameters with which a buyer is sent to the page of the seller: a JWT for the organization, by the keys that the
 * service publishes.
 */
export async function signParameters(
  { keys, addresses, newId, now }: SignatureDeps,
  organizationId: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const { kid, key } = await keys.current();
  const issuedAt = Math.floor(now().getTime() / 1000);
  return new SignJWT(parameters)
    .setProtectedHeader({ alg: signingAlgorithm, typ: tokenType, kid })
    .setIssuer(addresses.authUrl())
    .setAudience(organizationId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeS)
    .setJti(newId('vis'))
    .sign(key);
}
