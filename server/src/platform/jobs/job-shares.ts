import type { RowOf } from '../database/rows.ts';

/** The waiting jobs of one kind in one organization, summarized by the first waiting job and the running jobs. */
export type ReadyQueue = {
  organizationId: string;
  kind: string;
  /** True if the first job is due. If the first job is not due, no later job of the queue is due. */
  due: boolean;
  /** The rank of the first job among all organizations, by the time at which jobs became ready. */
  order: number;
  /** The number of running jobs of the organization in all processes, counted up to a limit. */
  running: number;
};

/** The number of slots of an organization in one claim. */
export type Share = { organizationId: string; slots: number };

/**
 * Distributes free slots among the waiting organizations one by one. The next slot goes to the organization with the
 * fewest running and assigned jobs; among equal organizations, to the organization whose first job has been ready
 * longest.
 * @param most the maximum number of slots of an organization
 */
export function shareSlots(
  lines: readonly ReadyQueue[],
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

type QueueLoad = { running: number; order: number; slots: number };

const isBefore = (a: QueueLoad, b: QueueLoad): boolean => {
  const more = a.running + a.slots - (b.running + b.slots);
  return more === 0 ? a.order < b.order : more < 0;
};

/** A candidate: a job that a claim has read and may select. */
export type Candidate = RowOf<'job', 'kind' | 'lane' | 'position' | 'exclusive'> & {
  row: string;
  organizationId: string;
  /** True if the job already runs because an older version without ready queues has claimed the job. */
  leased: boolean;
  /** True if the job is the first of its queue key. */
  first: boolean;
  /** True if no exclusive job blocks the job and, for an exclusive job, no other job runs. */
  free: boolean;
};

/** The maximum number of jobs in a group, for kinds whose jobs run together in one slot. */
export type BatchSizes = ReadonlyMap<string, number>;
const noBatches: BatchSizes = new Map();

const groupOf = ({ organizationId, kind }: { organizationId: string; kind: string }) =>
  `${organizationId} ${kind}`;

/** Groups jobs that run together, in their order. Every other job is a separate group. */
export function groupJobs<J extends { organizationId: string; kind: string }>(
  jobs: readonly J[],
  together: BatchSizes = noBatches,
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
 * Selects the candidates to claim, in order and within the slots of each organization and of slow jobs. An exclusive
 * job is claimed alone. Jobs that run together use one slot.
 */
export function chooseJobs(
  candidates: readonly Candidate[],
  shares: readonly Share[],
  slow: { kinds: ReadonlySet<string>; slots: number },
  together: BatchSizes = noBatches,
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
