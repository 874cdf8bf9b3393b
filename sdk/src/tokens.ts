/** The source of the tokens of requests. */
export type Tokens = {
  /** The scheme in the Authorization header. */
  scheme: 'Bearer' | 'Key';
  get(): Promise<string>;
  /**
   * Replaces a rejected token. Calls that were rejected together get the same new token. Returns undefined if the token
   * cannot be replaced.
   */
  renew?(rejected: string): Promise<string>;
};

/**
 * Returns a token that is stored outside of this client, such as a user's token.
 * @param rejected a token that the service has rejected, and that must be replaced
 */
export type GiveToken = (rejected?: string) => string | Promise<string>;

/** The time before a token's expiry at which a new token is requested, so that tokens are still valid on arrival. */
const spareMs = 60_000;

export type TokenResponse = { access_token: string; expires_in?: number };

/** Returns the tokens of an API client, each cached until shortly before its expiry. */
export function clientTokens(ask: () => Promise<TokenResponse>, now: () => number): Tokens {
  let asked: Promise<{ token: string; endsAt: number }> | undefined;
  const askAnew = () => {
    const asking = ask().then(({ access_token, expires_in = 3600 }) => ({
      token: access_token,
      endsAt: now() + expires_in * 1000 - Math.min(spareMs, expires_in * 500),
    }));
    asked = asking;
    // A failed request is not cached, so that the next call tries again.
    asking.catch(() => {
      if (asked === asking) asked = undefined;
    });
    return asking;
  };
  const get = async (rejected?: string): Promise<string> => {
    const before = asked;
    const known = await before;
    if (known && known.token !== rejected && known.endsAt > now()) return known.token;
    // Another call may have requested a token in the meantime.
    return (await (asked === before || asked === undefined ? askAnew() : asked)).token;
  };
  return { scheme: 'Bearer', get: () => get(), renew: get };
}

/** Returns the key of an API client, which is sent instead of a token. */
export const keyAsToken = (apiKey: string): Tokens => ({ scheme: 'Key', get: async () => apiKey });

/** Returns tokens from the caller's function. Simultaneous rejections of one token cause one renewal. */
export function givenTokens(give: GiveToken): Tokens {
  const renewals = new Map<string, Promise<string>>();
  return {
    scheme: 'Bearer',
    get: async () => give(),
    renew: (rejected) => {
      const known = renewals.get(rejected);
      if (known) return known;
      const renewal = Promise.resolve(give(rejected)).finally(() => renewals.delete(rejected));
      renewals.set(rejected, renewal);
      return renewal;
    },
  };
}
