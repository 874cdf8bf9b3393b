/** Where requests have their token from. */
export type Tokens = {
  get(): Promise<string>;
  /** Gets another one in the place of one that was refused; calls that were refused together have the same. */
  renew(rejected: string): Promise<string>;
};

/**
 * Answers a token: kept by whoever gives it, as a person's is.
 * @param rejected a token that the service did not take: another one is wanted
 */
export type GiveToken = (rejected?: string) => string | Promise<string>;

/** A token is asked for anew this long before it ends: it is good when it arrives. */
const spareMs = 60_000;

export type Granted = { access_token: string; expires_in?: number };

/** Tokens of an API client: asked for once, kept until they end. */
export function clientTokens(ask: () => Promise<Granted>, now: () => number): Tokens {
  let asked: Promise<{ token: string; endsAt: number }> | undefined;
  const askAnew = () => {
    const asking = ask().then(({ access_token, expires_in = 3600 }) => ({
      token: access_token,
      endsAt: now() + expires_in * 1000 - Math.min(spareMs, expires_in * 500),
    }));
    asked = asking;
    // One that could not be had is not kept: the next call asks again.
    asking.catch(() => {
      if (asked === asking) asked = undefined;
    });
    return asking;
  };
  const get = async (rejected?: string): Promise<string> => {
    const before = asked;
    const known = await before;
    if (known && known.token !== rejected && known.endsAt > now()) return known.token;
    // Another call may have asked meanwhile.
    return (await (asked === before || asked === undefined ? askAnew() : asked)).token;
  };
  return { get: () => get(), renew: get };
}

/** Tokens of somebody else's keeping. */
export function givenTokens(give: GiveToken): Tokens {
  const renewals = new Map<string, Promise<string>>();
  return {
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
