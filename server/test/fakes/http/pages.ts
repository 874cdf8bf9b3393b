/** Pages of lists that stay as they were when the first page was read. Tokens say nothing of what they stand for. */
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
    /** The first page of a list. */
    first: <T>(rows: readonly T[], size: number) => cut(rows, 0, size),
    /** The page that a token stands for; undefined when nobody was given the token. */
    next: <T>(token: string, size: number) => {
      const found = open.get(token);
      return found && cut(found.rows as readonly T[], found.from, size);
    },
    /** A token for a list that is yet to be read from its first row. */
    hold: (rows: readonly unknown[]): string => keep(rows, 0),
  };
}
export type Pages = ReturnType<typeof createPages>;
