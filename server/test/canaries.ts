import type { TestDatabase } from './harness.ts';

/** The forms in which a secret is written in addresses, in JSON and in headers. */
export const formsOf = (secret: string): string[] => [
  ...new Set([
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
  ]),
];

/** The tables that have one of the texts in a row. */
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
