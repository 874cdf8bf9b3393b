import * as openid from 'openid-client';
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

/** Creates the client of an OpenID provider: OpenID Connect, authorization code with PKCE, state and nonce. */
export function createSsoProvider(deps: { outsideFetch: OutsideFetch; allowInsecure: boolean }): SsoProvider {
  const customFetch: openid.CustomFetch = (url, { method, headers, body }) =>
    deps.outsideFetch(url, {
      method,
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    });
  const discover = (config: SsoConfig): Promise<openid.Configuration> =>
    openid.discovery(
      new URL(config.issuer),
      config.clientId,
      config.clientSecret,
      config.clientSecret === undefined ? openid.None() : undefined,
      {
        [openid.customFetch]: customFetch,
        // The signature of the identity counts too, and not only the connection that it came by.
        execute: [
          openid.enableNonRepudiationChecks,
          ...(deps.allowInsecure ? [openid.allowInsecureRequests] : []),
        ],
      },
    );
  return {
    begin: async (config, redirectUri) => {
      const provider = await discover(config);
      const flow = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const location = openid.buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
      });
      return { location: location.href, flow };
    },
    finish: async (config, flow, answer) => {
      const provider = await discover(config);
      const tokens = await openid.authorizationCodeGrant(provider, answer, {
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        pkceCodeVerifier: flow.verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as openid.IDToken;
      // A provider may leave the address to its other endpoint.
      const more =
        claims.email === undefined && provider.serverMetadata().userinfo_endpoint
          ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub)
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
