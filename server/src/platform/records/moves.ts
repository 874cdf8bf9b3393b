/** Allowed transitions of a record: the next states of each state. */
export type Moves<State extends string> = Readonly<Partial<Record<State, readonly State[]>>>;

export const isMoveAllowed = <State extends string>(moves: Moves<State>, from: State, to: State): boolean =>
  moves[from]?.includes(to) ?? false;

/**
 * Requires that a transition is in one of the tables, or that the state is unchanged.
 * @throws Error (internal) for any other transition, which is a defect in a command
 */
export function requireKnownMove<State extends string>(
  tables: readonly Moves<State>[],
  record: { id: string; status: State },
  to: State = record.status,
): void {
  if (to === record.status || tables.some((moves) => isMoveAllowed(moves, record.status, to))) return;
  throw new Error(`no table of transitions has ${record.status} to ${to}, which ${record.id} attempted`);
}

/** Returns the states from which a record may change to a given state, in the order of the table. */
export const statesBefore = <State extends string>(moves: Moves<State>, to: State): State[] =>
  (Object.keys(moves) as State[]).filter((from) => isMoveAllowed(moves, from, to));

/** Returns the SQL list for `IN (…)` of states or other constants in the source code; values are not escaped. */
export const inList = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
