/** The moves of a record: from which state it may come to which, as data. */
export type Moves<State extends string> = Readonly<Partial<Record<State, readonly State[]>>>;

export const mayMove = <State extends string>(moves: Moves<State>, from: State, to: State): boolean =>
  moves[from]?.includes(to) ?? false;

/**
 * Lets a move through that one of the tables knows, and a change without a move.
 * @throws an error of the program for any other: a command that asks for it is wrong itself
 */
export function requireKnownMove<State extends string>(
  tables: readonly Moves<State>[],
  record: { id: string; status: State },
  to: State = record.status,
): void {
  if (to === record.status || tables.some((moves) => mayMove(moves, record.status, to))) return;
  throw new Error(`no table of moves has ${record.status} to ${to}, which ${record.id} was to make`);
}

/** The states from which a record may come to one, in the order of the table. */
export const statesBefore = <State extends string>(moves: Moves<State>, to: State): State[] =>
  (Object.keys(moves) as State[]).filter((from) => mayMove(moves, from, to));

/** States, or other constants of the program, as the list that `IN (…)` takes. */
export const inList = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
