import type * as openid from 'openid-client';
import { z } from 'zod';
import type { OutsideFetch } from '../platform/outside/outside-fetch.ts';
import type { SsoConfig } from './sso-config.ts';

/** The state of a pending sign-in at a provider: the sent values that the response must match. */
export type SsoFlow = { state: string; nonce: string; verifier: string };

/** A user as described by the provider. */
export type ProviderIdentity = {
  issuer: string;
  subject: string;
  /** The address in lower case, if verified by the provider. */
  verifiedEmail: string | undefined;
  name: string | undefined;
};

export type SsoProvider = {
  /** Starts a sign-in. Returns the provider's URL to redirect to. */
  begin(config: SsoConfig, redirectUri: string): Promise<{ location: string; flow: SsoFlow }>;
  /**
   * Completes a sign-in.
   * @throws if the response does not belong to this sign-in, or the provider reports an error
   */
  finish(config: SsoConfig, flow: SsoFlow, answer: URL): Promise<ProviderIdentity>;
};

/**
 * The schema of a subject: at most 255 characters, as OpenID Connect allows, and without NUL, which cannot be stored.
 */
const subject = z
  .string()
  .max(255)
  .regex(/^[^\0]+$/);
const address = z.email().max(200);

/** Loads the OpenID library at the first sign-in through a provider. */
const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;

/** Creates the client of an OpenID provider, with authorization code, PKCE, state and nonce. */
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
        // The signature of the id token is verified in addition to the TLS connection.
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
      // Some providers return the e-mail address only from the userinfo endpoint.
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
