import type { Finding } from '../../platform/errors.ts';
import { pointerOf } from '../../platform/records/json.ts';
import type { CommitDimension } from '../../products/records/index.ts';

/** Returns a positive number; absent and 0 both mean unset. */
export const positiveNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;

type Quantities = Record<string, number> | undefined;

const quantityIn = (quantities: Quantities, key: string | undefined): number | undefined =>
  quantities && key !== undefined && Object.hasOwn(quantities, key) ? quantities[key] : undefined;

/** Computes the commits as bought: a quantity that the buyer chose replaces the offered one (R30). */
export const boughtCommits = (
  commits: readonly CommitDimension[],
  quantities: Quantities,
): CommitDimension[] =>
  commits.map((commit) => {
    const quantity = commit.buyerQuantityConfigurable
      ? positiveNumber(quantityIn(quantities, commit.key))
      : undefined;
    return quantity === undefined ? commit : { ...commit, quantity };
  });

/**
 * Computes the number of units of a commit: its quantity; otherwise the minimum of seats for a commit by seat;
 * otherwise 1. A quantity of 0 counts as unset.
 */
export const quantityOf = (commit: CommitDimension): number =>
  positiveNumber(commit.quantity) ??
  (commit.type === 'PER_USER' ? positiveNumber(commit.minimumUsers) : undefined) ??
  1;

/**
 * Finds the commits that scale with the number of units sold: the commits by seat. Without commits by seat, the
 * only commit with a price, if its quantity is the previous number of units.
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

/** Sets the quantity of the counted commits. */
export const forUnits = (
  commits: readonly CommitDimension[],
  counted: readonly CommitDimension[],
  units: number,
): CommitDimension[] =>
  commits.map((commit) => (counted.includes(commit) ? { ...commit, quantity: units } : commit));

/**
 * Computes the commits for the number of units at the marketplace. The number may differ from the offer if the
 * buyer changed it before the agreement was read, or ordered several units with a public offer.
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

type OrderTerms = {
  commits?: readonly CommitDimension[];
  commitAmount?: unknown;
  paymentInstallments?: readonly unknown[];
};

/**
 * Finds the reasons why a quantity cannot be ordered with a public offer: a missing unit price, or seats
 * outside the limits of a commit (R42). Pointers refer to the order.
 */
export function orderFindings(
  { commits = [], paymentInstallments = [] }: OrderTerms,
  units: number,
): Finding[] {
  const pointer = '/quantity';
  const bounds = commits.flatMap((commit) => boundsProblem(commit, units) ?? []);
  if (bounds.length > 0) return [{ pointer, message: bounds[0] as string }];
  if (units === 1) return [];
  if (paymentInstallments.length > 0)
    return [{ pointer, message: 'must be 1: the offer’s payments on dates are for one unit' }];
  if (commits.length > 0 && countedCommits(commits, 1).length === 0)
    return [{ pointer, message: 'must be 1: the offer has no single price per unit' }];
  return [];
}

function boundsProblem(commit: CommitDimension, quantity: number): string | undefined {
  if (commit.type !== 'PER_USER') return undefined;
  const least = positiveNumber(commit.minimumUsers);
  const most = positiveNumber(commit.maximumUsers);
  if (least !== undefined && quantity < least) return `must be at least ${least}`;
  if (most !== undefined && quantity > most) return `must be at most ${most}`;
  return undefined;
}

const chosenAt = (key: string) => pointerOf(['buyerCommitQuantities', key]);

/**
 * Finds commits by seat outside their minimum and maximum (R42): the buyer’s quantity is checked if the buyer
 * can choose it, otherwise the seller’s quantity. A commit without a quantity is not checked.
 */
export function quantityFindings(commits: readonly CommitDimension[], quantities: Quantities): Finding[] {
  return commits.flatMap((commit, index) => {
    const chosen = commit.buyerQuantityConfigurable ? quantityIn(quantities, commit.key) : undefined;
    const quantity = chosen ?? positiveNumber(commit.quantity);
    const message = quantity === undefined ? undefined : boundsProblem(commit, quantity);
    if (message === undefined) return [];
    const pointer =
      chosen === undefined ? pointerOf(['info', 'commits', index, 'quantity']) : chosenAt(commit.key ?? '');
    return [{ pointer, message }];
  });
}

/**
 * Finds invalid quantities of an acceptance (R30, R42): every commit with `buyerQuantityConfigurable` requires
 * a positive integer by its key, within the limits of a commit by seat; other commits must be absent. Pointers
 * refer to `buyerCommitQuantities`.
 */
export function checkBuyerQuantities(commits: readonly CommitDimension[], quantities: Quantities): Finding[] {
  const open = commits.filter((commit) => commit.buyerQuantityConfigurable);
  const keys = new Set(open.map((commit) => commit.key));
  const surplus = Object.keys(quantities ?? {})
    .filter((key) => !keys.has(key))
    .map((key) => ({
      pointer: chosenAt(key),
      message: 'does not match a commit whose quantity the buyer chooses',
    }));
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
