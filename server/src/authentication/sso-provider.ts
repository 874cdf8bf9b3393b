import type * as openid from 'openid-client';
import { z } from 'zod';
import type { OutsideFetch } from '../platform/outside/outside-fetch.ts';
import type { SsoConfig } from './sso-config.ts';

/** A sign-in that is under way at a provider: what was sent there, and what must come back. */
export type SsoFlow = { state: string; nonce: string; verifier: string };

/** A person as the provider describes it. */
export type ProviderIdentity = {
  issuer: string;
  subject: string;
  /** In small letters; only when the provider has verified it. */
  verifiedEmail: string | undefined;
  name: string | undefined;
};

export type SsoProvider = {
  /** The provider's address for a new sign-in. */
  begin(config: SsoConfig, redirectUri: string): Promise<{ location: string; flow: SsoFlow }>;
  /** @throws when the answer is not the one to this sign-in, or the provider does not vouch for it */
  finish(config: SsoConfig, flow: SsoFlow, answer: URL): Promise<ProviderIdentity>;
};

/**
 * The schema of a subject: what the specification of OpenID allows, and whoever signs up here may have: it is stored
 * and written to.
 */
const subject = z
  .string()
  .max(255)
  .regex(/^[^\0]+$/);
const address = z.email().max(200);

/** The library is loaded at the first sign-in by a provider. */
const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

/** Creates the client of an OpenID provider: OpenID Connect, authorization code with PKCE, state and nonce. */
export function createSsoProvider(deps: { outsideFetch: OutsideFetch; allowInsecure: boolean }): SsoProvider {
  const customFetch: openid.CustomFetch = (url, { method, headers, body }) =>
    deps.outsideFetch(url, {
      method,
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    });
  const discover = (client: Library, config: SsoConfig): Promise<openid.Configuration> =>
    client.discovery(
      new URL(config.issuer),
      config.clientId,
      config.clientSecret,
      config.clientSecret === undefined ? client.None() : undefined,
      {
        [client.customFetch]: customFetch,
        // The signature of the identity counts too, and not only the connection that it came by.
        execute: [
          client.enableNonRepudiationChecks,
          ...(deps.allowInsecure ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  return {
    begin: async (config, redirectUri) => {
      const client = await library();
      const provider = await discover(client, config);
      const flow = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      };
      const location = client.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { location: location.href, flow };
    },
    finish: async (config, flow, answer) => {
      const client = await library();
      const provider = await discover(client, config);
      const tokens = await client.authorizationCodeGrant(provider, answer, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as openid.IDToken;
      // A provider may leave the address to its other endpoint.
      const more =
        claims.email === undefined && provider.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(provider, tokens.access_token, claims.sub)
          : claims;
      const { email, email_verified: verified, name } = more;
      return {
        issuer: claims.iss,
        subject: subject.parse(claims.sub),
        verifiedEmail: verified === true ? address.safeParse(email).data?.toLowerCase() : undefined,
        name: typeof name === 'string' && !name.includes('\0') ? name.slice(0, 200) : undefined,
      };
    },
  };
}
