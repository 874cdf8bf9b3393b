import type { CommitDimension } from './records/index.ts';

/** The fields that determine the price of a commit, with their allowed values. */
const choices = {
  timeUnit: ['DAY', 'MONTH', 'YEAR'],
  type: ['FLAT_RATE', 'PER_USER'],
} as const satisfies Partial<Record<keyof CommitDimension, readonly string[]>>;
const names = Object.keys(choices) as (keyof typeof choices)[];

const listOf = (values: readonly string[]): string =>
  `must be ${values.join(', ').replace(/, (\w+)$/, ' or $1')}`;

type WrongChoice = { index: number; name: keyof typeof choices; at: string; message: string };

/** Findings for values of commits that are not allowed. An empty text counts as unset. */
export const wrongChoices = (commits: readonly CommitDimension[]): WrongChoice[] =>
  commits.flatMap((commit, index) =>
    names.flatMap((name) => {
      const known: readonly string[] = choices[name];
      const value = commit[name];
      return !value || known.includes(value.toUpperCase())
        ? []
        : [{ index, name, at: `${index}/${name}`, message: listOf(known) }];
    }),
  );
