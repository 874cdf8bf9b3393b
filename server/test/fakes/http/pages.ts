/**
 * Creates pages of lists. A list is a snapshot from the time when its first page was read. Tokens are opaque.
 */
export function createPages(tokenOf: (count: number) => string) {
  const open = new Map<string, { rows: readonly unknown[]; from: number }>();
  let count = 0;
  const keep = (rows: readonly unknown[], from: number): string => {
    count += 1;
    const token = tokenOf(count);
    open.set(token, { rows, from });
    return token;
  };
  const cut = <T>(rows: readonly T[], from: number, size: number): { rows: readonly T[]; next?: string } => {
    const page = rows.slice(from, from + size);
    return from + size < rows.length ? { rows: page, next: keep(rows, from + size) } : { rows: page };
  };
  return {
    /** Returns the first page of a list. */
    first: <T>(rows: readonly T[], size: number) => cut(rows, 0, size),
    /** Returns the page of a token; undefined for an unknown token. */
    next: <T>(token: string, size: number) => {
      const found = open.get(token);
      return found && cut(found.rows as readonly T[], found.from, size);
    },
    /** Returns a token for a list that will be read from its first row. */
    hold: (rows: readonly unknown[]): string => keep(rows, 0),
  };
}
export type Pages = ReturnType<typeof createPages>;
