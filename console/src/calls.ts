/** The API calls of a page, without the token and other secrets, so that they can be run elsewhere. */
export type Calls = { typescript: readonly string[]; curl: readonly string[] };

const none: Calls = { typescript: [], curl: [] };
const most = 20;
let noted = none;
const listeners = new Set<() => void>();

const show = (calls: Calls): void => {
  noted = calls;
  for (const listener of listeners) listener();
};

export const calls = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  current: () => noted,
  /** Clears the calls when a different page is opened. */
  clear: () => show(none),
};

const add = (kind: keyof Calls, call: string): void =>
  show({ ...noted, [kind]: [call, ...noted[kind].filter((other) => other !== call)].slice(0, most) });

const isSecret = /password|secret|token|credential/i;

/** A value as shown in a call that the user may copy. */
const safely = (value: unknown): string =>
  JSON.stringify(value, (name, inner) => {
    if (isSecret.test(name)) return '…';
    return inner instanceof File ? inner.name : inner;
  }) ?? 'undefined';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Records a request to the API, except the console's long poll and requests for the user's account. */
export function noteRequest(
  url: string,
  {
    method = 'GET',
    body,
    headers = {},
  }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): void {
  const { pathname, href } = new URL(url, location.origin);
  if (!pathname.startsWith('/org/') || pathname.endsWith('/event')) return;
  const json = typeof body === 'string' ? safely(JSON.parse(body)) : undefined;
  const fields = body instanceof FormData ? [...body] : [];
  const tag = headers['if-match'];
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(href)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(tag === undefined ? [] : [`-H ${quoted(`If-Match: ${tag}`)}`]),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(json)}`]),
    ...fields.map(([name, value]) => {
      const text = value instanceof File ? `@${value.name}` : value;
      return `-F ${quoted(`${name}=${isSecret.test(name) ? '…' : text}`)}`;
    }),
  ];
  add('curl', parts.join(' \\\n  '));
}

/** Wraps the client to record each call as TypeScript. */
export function noting<Client extends object>(client: Client): Client {
  const groups = Object.entries(client).map(([group, methods]) => [
    group,
    typeof methods === 'object' && group !== 'events' ? notingGroup(group, methods as Methods) : methods,
  ]);
  return Object.fromEntries(groups) as Client;
}

type Methods = Record<string, (...values: unknown[]) => unknown>;

const notingGroup = (group: string, methods: Methods): Methods =>
  Object.fromEntries(
    Object.entries(methods).map(([name, method]) => [
      name,
      (...values: unknown[]) => {
        // The last argument, with options such as a signal, is omitted.
        const isOption = (value: unknown) => value instanceof Object && 'signal' in value;
        const shown = values.filter((value) => !isOption(value)).map(safely);
        add('typescript', `await tradepost.${group}.${name}(${shown.join(', ')})`);
        return method(...values);
      },
    ]),
  );
