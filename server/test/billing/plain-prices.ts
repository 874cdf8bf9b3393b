/**
 * A second calculation of prices of usage, unit by unit, in integers. Shares no code with the program. Quantities are
 * in hundredths of a unit, prices in hundred-millionths of the currency; a product is in 10^-10.
 */
export type PlainTier = { first: number; last: number | null; price: bigint; fee: bigint };

const hundredths = 100n;

/** Converts a price in hundred-millionths to a product with a whole unit. */
const feeIn = (fee: bigint): bigint => fee * hundredths;

/** Prices each unit by its tier; the last one may be a part of a unit. */
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

/** Prices all units by the one bracket that contains their total. */
export function volumeCost(tiers: readonly PlainTier[], quantity: bigint): bigint {
  if (quantity === 0n) return 0n;
  for (const { last, price, fee } of tiers)
    if (last === null || quantity <= BigInt(last) * hundredths) return quantity * price + feeIn(fee);
  throw new Error('no bracket is open');
}

/** Prices packages, by subtracting one after the other. */
export function bulkCost(size: number, price: bigint, quantity: bigint): bigint {
  let packages = 0n;
  for (let left = quantity; left > 0n; left -= BigInt(size) * hundredths) packages += 1n;
  return packages * feeIn(price);
}

/** Rounds half up to coins with the given number of decimal places, and prints the result like the program. */
export function inCoins(cost: bigint, digits: number): string {
  const unit = 10n ** BigInt(10 - digits);
  const coins = (2n * cost + unit) / (2n * unit);
  const text = coins.toString().padStart(digits + 1, '0');
  if (digits === 0) return text;
  const decimals = text.slice(-digits).replace(/0+$/, '');
  return decimals === '' ? text.slice(0, -digits) : `${text.slice(0, -digits)}.${decimals}`;
}
