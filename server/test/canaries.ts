import type { TestDatabase } from './harness.ts';

/** Returns the encodings of a secret in URLs, in JSON and in headers. */
export const formsOf = (secret: string): string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]),
];

/** Lists the tables with a row that contains one of the texts. */
export async function tablesWith(
  { query }: Pick<TestDatabase, 'query'>,
  forms: readonly string[],
): Promise<string[]> {
  const { rows } = await query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: counted } = await query(
      `SELECT count(*)::int AS n FROM ${name} t
       WHERE EXISTS (SELECT FROM unnest($1::text[]) f WHERE position(f IN t::text) > 0)`,
      [forms],
    );
    if (counted[0].n > 0) found.push(name);
  }
  return found;
}

/** Returns the responses as text, without the visitor's own token in the form of the landing page that tries again. */
export const textsOf = (replies: readonly { text: string; headers: Headers }[]): string =>
  replies
    .map(
      ({ text, headers }) =>
        `${text.replaceAll(/<input type="hidden"[^>]*>/g, '')} ${JSON.stringify([...headers])}`,
    )
    .join('\n');
