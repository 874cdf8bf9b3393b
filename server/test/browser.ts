import { createHash, randomBytes } from 'node:crypto';

/** A response as received by a browser. */
export type PageResponse = { status: number; text: string; location: string | undefined; headers: Headers };

/** Creates a browser that stores cookies, does not follow redirects, and submits forms. */
export function createBrowser(url: string) {
  const cookies = new Map<string, string>();
  const send = async (method: string, target: string, options: SendOptions = {}): Promise<PageResponse> => {
    const headers: Record<string, string> = { 'user-agent': 'A browser', ...options.headers };
    if (cookies.size > 0)
      headers.cookie ??= [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(target, url), {
      method,
      headers: {
        ...headers,
        ...(options.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      redirect: 'manual',
      ...(options.form ? { body: new URLSearchParams(options.form).toString() } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair] = cookie.split(';');
      const at = (pair as string).indexOf('=');
      cookies.set((pair as string).slice(0, at), (pair as string).slice(at + 1));
    }
    return {
      status: response.status,
      text: await response.text(),
      location: response.headers.get('location') ?? undefined,
      headers: response.headers,
    };
  };
  return {
    cookies,
    open: (target: string, headers: Record<string, string> = {}) => send('GET', target, { headers }),
    post: (target: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
      send('POST', target, { form, headers }),
    /** Submits the form whose `action` field has a given value, or the only form of a page. */
    submit: (page: PageResponse, fields: Record<string, string>, action?: string) => {
      const form = formsOf(page.text).find((each) => action === undefined || each.fields.action === action);
      if (!form) throw new Error(`unknown form: ${page.text}`);
      return send('POST', form.target, { form: { ...form.fields, ...fields } });
    },
  };
}
type SendOptions = { headers?: Record<string, string>; form?: Record<string, string> };
export type Browser = ReturnType<typeof createBrowser>;

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** Parses the forms of a page with their hidden fields. */
const formsOf = (page: string) =>
  [...page.matchAll(/<form method="post" action="([^"]*)">([\s\S]*?)<\/form>/g)].map(
    ([, target, content]) => ({
      target: unescaped(target as string),
      fields: Object.fromEntries(
        [...(content as string).matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(
          ([, name, value]) => [unescaped(name as string), unescaped(value as string)],
        ),
      ) as Record<string, string>,
    }),
  );

/** Starts a sign-in as an OAuth client that acts for a person. */
export function beginSignIn(url: string, changes: Record<string, string | undefined> = {}) {
  const verifier = randomBytes(32).toString('base64url');
  const all: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: 'tradepost-console',
    redirect_uri: `${url}/console/callback`,
    state: randomBytes(8).toString('hex'),
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  const entries = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const request = Object.fromEntries(entries);
  return { verifier, request, target: `/oauth2/authorize?${new URLSearchParams(request)}` };
}

/** Returns the parameters of the URL that the browser was redirected to. */
export const sentBack = (shown: PageResponse) => {
  const address = new URL(shown.location ?? '');
  return { address, ...Object.fromEntries(address.searchParams) } as { address: URL } & Record<
    string,
    string
  >;
};
