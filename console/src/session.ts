/** Who has signed in: an access token that lives in memory only, for no refresh token is given to a browser. */
export type Session = {
  /** Asks for a token before anybody needs it. Where nobody is signed in, the page stays. */
  prepare(): void;
  /** The token; signs in, which leaves the page, where nobody is signed in. */
  token(): Promise<string>;
  /** Another token than one that was rejected; signs in where the sign-in has ended. */
  renew(rejected: string): Promise<string>;
  /** Takes up the code with which the browser was sent back. @returns the address to go on to */
  finish(search: URLSearchParams): Promise<string>;
  /** Forgets the token, in all tabs, and leaves for the sign-in page. */
  end(): void;
};

const clientId = 'tradepost-console';
const callback = `${location.origin}/console/callback`;
const begunKey = 'tradepost.sign-in';

type Begun = { verifier: string; state: string; returnTo: string };
class SignInRefused extends Error {}
/** Nobody is signed in any more, and the reader would not leave the page, as for what was entered there. */
export class SignedOut extends Error {}

/** So long after a page was to be left it is still there because its reader wants that. */
const stayMs = 3_000;

/** Opens the session of a tab. Where a person is signed in in this browser, nothing is seen of it. */
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
   * Asks for a token by the cookie of the sign-in, without any page; else leaves for the sign-in page. Who would rather stay is
   * asked once: what is called then fails until somebody has signed in beside the page.
   */
  const ask = (): Promise<string> => {
    asking ??= (prepared ?? silently())
      .catch(async (error: unknown) => {
        if (!(error instanceof SignInRefused)) throw error;
        if (!stays) await leave(location.pathname + location.search);
        stays = true;
        throw new SignedOut('Nobody is signed in any more.');
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
      prepared = silently();
      // Whoever needs the token first is told why there is none.
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

/** The address at which a person signs in, and what is needed to take up the answer. */
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

async function silently(): Promise<string> {
  const { address, verifier, state } = await begin('none');
  const { url } = await fetch(address, { credentials: 'same-origin' });
  const answer = new URL(url).searchParams;
  const code = answer.get('code');
  if (!code || answer.get('state') !== state) throw new SignInRefused(answer.get('error') ?? 'no code');
  return exchange(code, verifier);
}

/** Comes back only where the reader stays. */
async function leave(returnTo: string): Promise<void> {
  const { address, verifier, state } = await begin();
  sessionStorage.setItem(begunKey, JSON.stringify({ verifier, state, returnTo } satisfies Begun));
  location.assign(address);
  await new Promise((resolve) => setTimeout(resolve, stayMs));
}

function readBegun(): Begun | undefined {
  const text = sessionStorage.getItem(begunKey);
  sessionStorage.removeItem(begunKey);
  return text === null ? undefined : (JSON.parse(text) as Begun);
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
