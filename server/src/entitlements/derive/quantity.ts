import type { Finding } from '../../platform/errors.ts';
import { pointerOf } from '../../platform/records/json.ts';
import type { CommitDimension } from '../../products/records/index.ts';
import { positive } from './period.ts';

type Quantities = Record<string, number> | undefined;

const quantityIn = (quantities: Quantities, key: string | undefined): number | undefined =>
  quantities && key !== undefined && Object.hasOwn(quantities, key) ? quantities[key] : undefined;

/** The commits as bought: a quantity that the buyer chose stands in the place of the offered one (R30). */
export const boughtCommits = (
  commits: readonly CommitDimension[],
  quantities: Quantities,
): CommitDimension[] =>
  commits.map((commit) => {
    const quantity = commit.buyerQuantityConfigurable
      ? positive(quantityIn(quantities, commit.key))
      : undefined;
    return quantity === undefined ? commit : { ...commit, quantity };
  });

/**
 * Reads how many units a commit is for: its quantity, else for a commit by seat the fewest seats, else one. A quantity
 * of 0 counts as unset, for nobody commits to nothing.
 */
export const quantityOf = (commit: CommitDimension): number =>
  positive(commit.quantity) ?? (commit.type === 'PER_USER' ? positive(commit.minimumUsers) : undefined) ?? 1;

/**
 * The commits that are for as many units as are sold: those by seat; where there are none, the only one that has a price,
 * if it is for as many units as were sold before.
 */
export function countedCommits(
  commits: readonly CommitDimension[],
  units: number,
): readonly CommitDimension[] {
  const bySeat = commits.filter(({ type }) => type === 'PER_USER');
  if (bySeat.length > 0) return bySeat;
  const priced = commits.filter(({ rate }) => typeof rate === 'number');
  return priced.length === 1 && quantityOf(priced[0] as CommitDimension) === units ? priced : [];
}

/** Makes of commits the same for another number of units. */
export const forUnits = (
  commits: readonly CommitDimension[],
  counted: readonly CommitDimension[],
  units: number,
): CommitDimension[] =>
  commits.map((commit) => (counted.includes(commit) ? { ...commit, quantity: units } : commit));

/**
 * The commits for so many units as the marketplace shows, which may be others than were offered: the buyer changed them
 * before the agreement was read, or ordered so many by a public offer.
 */
export function seatedCommits(
  commits: readonly CommitDimension[],
  units: number | undefined,
  isOrder = false,
): readonly CommitDimension[] {
  if (units === undefined) return commits;
  const first = commits.find(({ type }) => type === 'PER_USER');
  if (first)
    return quantityOf(first) === units ? commits : forUnits(commits, countedCommits(commits, units), units);
  return isOrder ? forUnits(commits, countedCommits(commits, 1), units) : commits;
}

type Orderable = {
  commits?: readonly CommitDimension[];
  commitAmount?: unknown;
  paymentInstallments?: readonly unknown[];
};

/**
 * Finds why so many cannot be ordered by a public offer, if they cannot: more than one where nothing says what one
 * costs, or seats outside of a commit's bounds (R42). Pointers lead into the order.
 */
export function orderFindings(
  { commits = [], paymentInstallments = [] }: Orderable,
  units: number,
): Finding[] {
  const pointer = '/quantity';
  const bounds = commits.flatMap((commit) => boundsProblem(commit, units) ?? []);
  if (bounds.length > 0) return [{ pointer, message: bounds[0] as string }];
  if (units === 1) return [];
  if (paymentInstallments.length > 0)
    return [{ pointer, message: 'must be 1: the offer is paid by payments on dates, which are for one' }];
  if (commits.length > 0 && countedCommits(commits, 1).length === 0)
    return [{ pointer, message: 'must be 1: the offer does not say which of its prices is for one unit' }];
  return [];
}

function boundsProblem(commit: CommitDimension, quantity: number): string | undefined {
  if (commit.type !== 'PER_USER') return undefined;
  const least = positive(commit.minimumUsers);
  const most = positive(commit.maximumUsers);
  if (least !== undefined && quantity < least) return `must be at least ${least}`;
  if (most !== undefined && quantity > most) return `must be at most ${most}`;
  return undefined;
}

const chosenAt = (key: string) => pointerOf(['buyerCommitQuantities', key]);

/**
 * Seats outside a commit's minimum and maximum (R42): the quantity that the buyer chose where there is one to
 * choose, else the one that the seller wrote into the commit. A commit without a quantity has no finding.
 */
export function quantityFindings(commits: readonly CommitDimension[], quantities: Quantities): Finding[] {
  return commits.flatMap((commit, index) => {
    const chosen = commit.buyerQuantityConfigurable ? quantityIn(quantities, commit.key) : undefined;
    const quantity = chosen ?? positive(commit.quantity);
    const message = quantity === undefined ? undefined : boundsProblem(commit, quantity);
    if (message === undefined) return [];
    const pointer =
      chosen === undefined ? pointerOf(['info', 'commits', index, 'quantity']) : chosenAt(commit.key ?? '');
    return [{ pointer, message }];
  });
}

/**
 * Finds what is wrong with the quantities of an acceptance (R30, R42): there must be a positive integer for each commit
 * with `buyerQuantityConfigurable`, by its key, and for no other; for a commit by seat within its minimum and maximum.
 * Pointers lead into `buyerCommitQuantities`.
 */
export function checkBuyerQuantities(commits: readonly CommitDimension[], quantities: Quantities): Finding[] {
  const open = commits.filter((commit) => commit.buyerQuantityConfigurable);
  const keys = new Set(open.map((commit) => commit.key));
  const surplus = Object.keys(quantities ?? {})
    .filter((key) => !keys.has(key))
    .map((key) => ({ pointer: chosenAt(key), message: 'is no commit whose quantity the buyer chooses' }));
  const wrong = open.flatMap((commit): Finding[] => {
    if (!commit.key)
      return [
        { pointer: pointerOf(['buyerCommitQuantities']), message: 'cannot name a commit without a key' },
      ];
    const pointer = chosenAt(commit.key);
    const quantity = quantityIn(quantities, commit.key) ?? undefined;
    if (quantity === undefined) return [{ pointer, message: 'is required: the buyer chooses this quantity' }];
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      return [{ pointer, message: 'must be a positive integer' }];
    const message = boundsProblem(commit, quantity);
    return message === undefined ? [] : [{ pointer, message }];
  });
  return [...wrong, ...surplus];
}
