/** The session of the user. The access token is kept only in memory, and browsers get no refresh token. */
export type Session = {
  /** Requests a token in advance. Stays on the page if no user is signed in. */
  prepare(): void;
  /** Returns the token. If no user is signed in, opens the sign-in page. */
  token(): Promise<string>;
  /** Replaces a rejected token; signs in again if the sign-in has expired. */
  renew(rejected: string): Promise<string>;
  /** Exchanges the code from the redirect of the sign-in page. @returns the path of the page to continue with */
  finish(search: URLSearchParams): Promise<string>;
  /** Discards the token in all tabs, and opens the sign-in page. */
  end(): void;
};

const clientId = 'tradepost-console';
const callback = `${location.origin}/console/callback`;
const begunKey = 'tradepost.sign-in';

type PendingSignIn = { verifier: string; state: string; returnTo: string };
class SignInRefused extends Error {}
/** The error for an expired sign-in if the user stays on the page, for example to keep entered values. */
export class SessionExpired extends Error {}

/** The time after which an open page means that the user has chosen to stay. */
const stayMs = 3_000;

/** Opens the session of a tab, without user interaction if the browser is already signed in. */
function openSession(): Session {
  const tabs = new BroadcastChannel('tradepost-session');
  let current: string | undefined;
  let prepared: Promise<string> | undefined;
  let asking: Promise<string> | undefined;
  let stays = false;
  tabs.onmessage = ({ data }) => {
    if (data !== 'ended') return;
    current = undefined;
    location.assign('/console/signed-out');
  };

  /**
   * Requests a token with the sign-in cookie; if this fails, opens the sign-in page. A user who prefers to stay is
   * asked only once. Later calls then fail until another tab has signed in.
   */
  const ask = (): Promise<string> => {
    asking ??= (prepared ?? signInSilently())
      .catch(async (error: unknown) => {
        if (!(error instanceof SignInRefused)) throw error;
        if (!stays) await leave(location.pathname + location.search);
        stays = true;
        throw new SessionExpired('Your session has ended.');
      })
      .then((token) => {
        current = token;
        stays = false;
        return token;
      })
      .finally(() => {
        asking = prepared = undefined;
      });
    return asking;
  };

  return {
    prepare: () => {
      prepared = signInSilently();
      // Errors are reported to the first caller that needs the token.
      prepared.catch(() => {});
    },
    token: async () => current ?? ask(),
    renew: async (rejected) => {
      if (current === rejected) current = undefined;
      return current ?? ask();
    },
    finish: async (search) => {
      const begun = readBegun();
      const code = search.get('code');
      if (!begun || !code || search.get('state') !== begun.state) return '/console/';
      current = await exchange(code, begun.verifier);
      return begun.returnTo;
    },
    end: () => {
      current = undefined;
      tabs.postMessage('ended');
      location.assign('/console/signed-out');
    },
  };
}

/** The session of this tab. */
export const session = openSession();

/** Returns the URL of the sign-in page, with the values for exchanging the code afterwards. */
async function begin(prompt?: 'none'): Promise<{ address: string; verifier: string; state: string }> {
  const [verifier, state] = [randomText(), randomText()];
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: callback,
    state,
    code_challenge: base64url(new Uint8Array(hash)),
    code_challenge_method: 'S256',
    ...(prompt ? { prompt } : {}),
  });
  return { address: `/oauth2/authorize?${request}`, verifier, state };
}

async function signInSilently(): Promise<string> {
  const { address, verifier, state } = await begin('none');
  const { url } = await fetch(address, { credentials: 'same-origin' });
  const answer = new URL(url).searchParams;
  const code = answer.get('code');
  if (!code || answer.get('state') !== state) throw new SignInRefused(answer.get('error') ?? 'no code');
  return exchange(code, verifier);
}

/** Leaves the page. Returns only if the user stays. */
async function leave(returnTo: string): Promise<void> {
  const { address, verifier, state } = await begin();
  sessionStorage.setItem(begunKey, JSON.stringify({ verifier, state, returnTo } satisfies PendingSignIn));
  location.assign(address);
  await new Promise((resolve) => setTimeout(resolve, stayMs));
}

function readBegun(): PendingSignIn | undefined {
  const text = sessionStorage.getItem(begunKey);
  sessionStorage.removeItem(begunKey);
  return text === null ? undefined : (JSON.parse(text) as PendingSignIn);
}

async function exchange(code: string, verifier: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: clientId,
    code,
    redirect_uri: callback,
    code_verifier: verifier,
  });
  const answer = await fetch('/oauth2/token', { method: 'POST', body, credentials: 'omit' });
  if (!answer.ok) throw new SignInRefused(`${answer.status}`);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return token;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
