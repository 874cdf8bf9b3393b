/**
 * A second, plain reckoning of what usage costs: it goes through the units one by one, in integers. It shares no code
 * with the program.
 *
 * Quantities are in hundredths of a unit, prices in hundred-millionths of the currency: a product is in 10^-10.
 */
export type PlainTier = { first: number; last: number | null; price: bigint; fee: bigint };

const hundredths = 100n;

/** A price in hundred-millionths as a product with a whole unit. */
const feeIn = (fee: bigint): bigint => fee * hundredths;

/** Each unit by its tier; the last one may be a part of a unit. */
export function tieredCost(tiers: readonly PlainTier[], quantity: bigint): bigint {
  const reached = new Set<PlainTier>();
  let sum = 0n;
  for (let unit = 0, left = quantity; left > 0n; unit += 1, left -= hundredths) {
    const part = left < hundredths ? left : hundredths;
    const tier = tiers.find(({ first, last }) => unit >= first && (last === null || unit < last));
    if (!tier) throw new Error(`no tier has unit ${unit}`);
    reached.add(tier);
    sum += part * tier.price;
  }
  for (const { fee } of reached) sum += feeIn(fee);
  return sum;
}

/** All units by the one bracket in whose bounds their total is. */
export function volumeCost(tiers: readonly PlainTier[], quantity: bigint): bigint {
  if (quantity === 0n) return 0n;
  for (const { last, price, fee } of tiers)
    if (last === null || quantity <= BigInt(last) * hundredths) return quantity * price + feeIn(fee);
  throw new Error('no bracket is open');
}

/** Packages, by taking one after the other away. */
export function bulkCost(size: number, price: bigint, quantity: bigint): bigint {
  let packages = 0n;
  for (let left = quantity; left > 0n; left -= BigInt(size) * hundredths) packages += 1n;
  return packages * feeIn(price);
}

/** Rounds half up to coins of so many digits, and prints it as the program does. */
export function inCoins(cost: bigint, digits: number): string {
  const unit = 10n ** BigInt(10 - digits);
  const coins = (2n * cost + unit) / (2n * unit);
  const text = coins.toString().padStart(digits + 1, '0');
  if (digits === 0) return text;
  const decimals = text.slice(-digits).replace(/0+$/, '');
  return decimals === '' ? text.slice(0, -digits) : `${text.slice(0, -digits)}.${decimals}`;
}
