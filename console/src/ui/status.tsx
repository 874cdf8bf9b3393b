import type { ReactNode } from 'react';
import { none } from './none.tsx';
import { inWords } from './words.ts';

type Kind = 'good' | 'bad' | 'waiting' | 'quiet';

const kinds: readonly [RegExp, Kind][] = [
  [/FAILED|ABNORMAL|SUSPENDED|UNPAID|NOT_VERIFIED|OVERDUE|DISABLED|INVALID/, 'bad'],
  [
    /^(ACTIVE|ACCEPTED|USED|SUCCESS|VERIFIED|PUBLISHED|PAID|ENABLED|REPORTED|SETTLED|INVOICED|DONE|COMPLETED|SEALED|APPROVED|WON|PUBLIC)$/,
    'good',
  ],
  [/PENDING|INVITED|CREATING|WAIT|ISSUED|RUNNING|SUBMITTED|ACTION_REQUIRED|PROSPECT/, 'waiting'],
];
const looks: Readonly<Record<Kind, string>> = {
  good: 'bg-good-soft text-good',
  bad: 'bg-bad-soft text-bad',
  waiting: 'bg-warn-soft text-warn',
  quiet: 'bg-raised text-quiet',
};

/** A short word with a background, for a property of a record. */
export const Badge = ({ kind = 'quiet', children }: { kind?: Kind; children: ReactNode }) => (
  <span
    className={`inline-block rounded-sm px-1.5 text-xs leading-5 font-medium whitespace-nowrap ${looks[kind]}`}
  >
    {children}
  </span>
);

/** A state of the API in lower case. An unknown state is shown unchanged. */
export function Status({ of }: { of: string | null | undefined }) {
  if (!of) return none;
  return <Badge kind={kinds.find(([pattern]) => pattern.test(of))?.[1] ?? 'quiet'}>{inWords(of)}</Badge>;
}
