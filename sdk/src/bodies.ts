type Fields = Readonly<Record<string, unknown>>;

const entriesOf = (fields: unknown): [string, unknown][] =>
  Object.entries(Object(fields) as Fields).filter(([, value]) => value !== undefined && value !== null);

type EncodedBody = { body?: string | FormData | URLSearchParams; type?: string };

/** Encodes a body in the format of the operation. A form sets its own content type. */
export function encodeBody(body: unknown, marks: string): EncodedBody {
  if (body === undefined) return {};
  if (marks.includes('m')) {
    const form = new FormData();
    for (const [name, value] of entriesOf(body))
      if (value instanceof Blob) form.append(name, value);
      else form.append(name, String(value));
    return { body: form };
  }
  if (marks.includes('f'))
    return {
      body: new URLSearchParams(
        entriesOf(body).map(([name, value]): [string, string] => [name, String(value)]),
      ),
    };
  if (marks.includes('r')) return { body: String(body), type: 'message/rfc822' };
  return { body: JSON.stringify(body), type: 'application/json' };
}
