/**
 * An independent calculation of a buyer’s commitment: a calendar with the price of each UTC day, in minor
 * units. It shares no code with the service and has no terms.
 */
export type Reckoning = {
  /** Records a purchase or renewal for a period, and sets the end. */
  buy(from: number, until: number | null, price: bigint | null): void;
  /** Changes the price of every purchase from a time on. */
  reprice(at: number, price: bigint | null): void;
  /** Ends the sale at a time, or removes later days before a new purchase. */
  stop(at: number): void;
  /** Records that there was no usage. */
  waive(): void;
  readonly start: number;
  readonly end: number | null;
  /** Computes the total commitment in minor units, or the commitment of the purchase that contains a time. */
  total(at?: number): bigint;
};

type Purchase = { from: number; until: number | null };
type Day = { purchase: Purchase; price: bigint | null };

const dayOf = (time: number): number => Math.floor(time / 86_400_000);

/** Computes the part of an amount for a number of days, rounded half up. */
const part = (price: bigint, days: number, all: number): bigint =>
  (2n * price * BigInt(days) + BigInt(all)) / (2n * BigInt(all));

export function createReckoning(): Reckoning {
  const calendar = new Map<number, Day>();
  /** Prices of open-ended purchases, of which the highest is paid once. */
  const once: { at: number; price: bigint }[] = [];
  let [start, end]: [number, number | null] = [Number.NaN, null];
  let isWaived = false;
  /** The open-ended purchase, and the time when it was ended. */
  const open = { is: false, until: null as number | null };
  const isOpen = (at: number) => open.is && (open.until === null || at < open.until);

  const dayTotal = (at: number | undefined): bigint => {
    let total = 0n;
    const only = at === undefined ? undefined : calendar.get(dayOf(at))?.purchase;
    const days = [...calendar.keys()].sort((a, b) => a - b);
    for (const [index, day] of days.entries()) {
      const { purchase, price } = calendar.get(day) as Day;
      if (price === null || (only && (purchase.from !== only.from || purchase.until !== only.until)))
        continue;
      const [first, last] = [dayOf(purchase.from), dayOf(purchase.until as number)];
      // The amount due by the end of the day minus the amount due by its start.
      total += part(price, day + 1 - first, last - first) - part(price, day - first, last - first);
      if (index > 0 && (days[index - 1] as number) !== day - 1) throw new Error('a day is missing');
    }
    return total;
  };

  return {
    buy(from, until, price) {
      if (Number.isNaN(start)) start = from;
      end = until;
      if (until === null) {
        open.is = true;
        if (price !== null) once.push({ at: from, price });
        return;
      }
      for (let day = dayOf(from); day < dayOf(until); day++)
        calendar.set(day, { purchase: { from, until }, price });
    },
    reprice(at, price) {
      if (isOpen(at)) {
        while (once.length > 0 && (once.at(-1)?.at as number) === at) once.pop();
        if (price !== null) once.push({ at, price });
      }
      for (const [day, held] of calendar) if (day >= dayOf(at)) calendar.set(day, { ...held, price });
    },
    stop(at) {
      for (const day of [...calendar.keys()]) if (day >= dayOf(at)) calendar.delete(day);
      while (once.length > 0 && (once.at(-1)?.at as number) >= at) once.pop();
      if (isOpen(at)) open.until = at;
      end = at;
    },
    waive() {
      isWaived = true;
    },
    get start() {
      return start;
    },
    get end() {
      return end;
    },
    total(at) {
      if (isWaived) return 0n;
      const highest = once.reduce((most, { price }) => (price > most ? price : most), 0n);
      return highest + dayTotal(at);
    },
  };
}
