import type { RowOf } from '../database/rows.ts';

/** The jobs of one kind that an organization has in its line: the first of them, and what the organization runs. */
export type Line = {
  organizationId: string;
  kind: string;
  /** Its time has come; when not, no other of the line is due either. */
  due: boolean;
  /** The rank of the first in the order of readiness over all organizations. */
  order: number;
  /** Jobs of the organization that run in any process, counted up to a bound. */
  running: number;
};

/** The number of jobs of an organization that are looked at, in each of its lines. */
export type Share = { organizationId: string; slots: number };

/**
 * Gives free slots to the organizations that wait, one after the other: the next to the one that runs fewest,
 * counting what it was given, and among equals to the one whose first job is ready longest.
 * @param most how many one organization may be given
 */
export function shareSlots(
  lines: readonly Line[],
  slots: number,
  most: (organizationId: string) => number,
): Share[] {
  const waiting = new Map<
    string,
    { organizationId: string; running: number; order: number; slots: number }
  >();
  for (const { organizationId, running, order } of lines) {
    const known = waiting.get(organizationId);
    if (!known) waiting.set(organizationId, { organizationId, running, order, slots: 0 });
    else known.order = Math.min(known.order, order);
  }
  const open = [...waiting.values()];
  for (let left = slots; left > 0; left--) {
    let next: (typeof open)[number] | undefined;
    for (const one of open)
      if (one.slots < most(one.organizationId) && (!next || isBefore(one, next))) next = one;
    if (!next) break;
    next.slots++;
  }
  return open.filter((one) => one.slots > 0).map(({ organizationId, slots }) => ({ organizationId, slots }));
}

type Waiting = { running: number; order: number; slots: number };

const isBefore = (a: Waiting, b: Waiting): boolean => {
  const more = a.running + a.slots - (b.running + b.slots);
  return more === 0 ? a.order < b.order : more < 0;
};

/** A job that was looked at. */
export type Candidate = RowOf<'job', 'kind' | 'lane' | 'position' | 'exclusive'> & {
  row: string;
  organizationId: string;
  /** It runs: a program that knows nothing of lines took it from there. */
  leased: boolean;
  /** Nothing of its lane came before. */
  first: boolean;
  /** No exclusive job of its organization keeps it out, nor anything that runs an exclusive one. */
  free: boolean;
};

/** How many jobs of a kind are run together at most, of kinds of which several are: they have one slot. */
export type TogetherMost = ReadonlyMap<string, number>;
const noneTogether: TogetherMost = new Map();

const groupOf = ({ organizationId, kind }: { organizationId: string; kind: string }) =>
  `${organizationId} ${kind}`;

/** Puts jobs that are run together into groups, in their order; any other is a group by itself. */
export function groupJobs<J extends { organizationId: string; kind: string }>(
  jobs: readonly J[],
  together: TogetherMost = noneTogether,
): J[][] {
  const groups: J[][] = [];
  const open = new Map<string, J[]>();
  for (const job of jobs) {
    const known = open.get(groupOf(job));
    if (known && known.length < (together.get(job.kind) ?? 1)) known.push(job);
    else {
      const group = [job];
      open.set(groupOf(job), group);
      groups.push(group);
    }
  }
  return groups;
}

/**
 * Chooses which of the candidates are claimed: of each organization, in their order, no more than its share, of slow
 * kinds no more than their slots; an exclusive one alone. Those that are run together have one slot.
 */
export function chooseJobs(
  candidates: readonly Candidate[],
  shares: readonly Share[],
  slow: { kinds: ReadonlySet<string>; slots: number },
  together: TogetherMost = noneTogether,
): Candidate[] {
  const room = new Map<string, number>();
  const left = new Map(shares.map(({ organizationId, slots }) => [organizationId, slots]));
  const begun = new Set<string>();
  let slowLeft = slow.slots;
  return candidates.filter((candidate) => {
    const { organizationId, kind, exclusive, leased, first, free } = candidate;
    const slots = left.get(organizationId) ?? 0;
    const beside = room.get(groupOf(candidate)) ?? 0;
    const isFree = !leased && first && free;
    if (isFree && beside > 0) {
      room.set(groupOf(candidate), beside - 1);
      return true;
    }
    if (!isFree || slots === 0 || (exclusive && begun.has(organizationId))) return false;
    if (slow.kinds.has(kind) && slowLeft-- <= 0) return false;
    begun.add(organizationId);
    left.set(organizationId, exclusive ? 0 : slots - 1);
    room.set(groupOf(candidate), (together.get(kind) ?? 1) - 1);
    return true;
  });
}
