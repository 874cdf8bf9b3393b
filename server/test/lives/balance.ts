/**
 * An independent calculation of a sale's commit balance (R48, R61): the amount of each span, and the usage
 * that the amount covers. It has no imports, calculates in thousandths of the minor unit, and finds the
 * covered usage by trial.
 */
type Span = {
  from: number;
  until: number | null;
  /** The purchase that contains the span: start, end, and price in minor units. */
  since: number;
  end: number | null;
  price: bigint | null;
  drawn: bigint;
};
type Figures = { isCut: boolean; kept: bigint; most: bigint };

const dayOf = (time: number): bigint => BigInt(Math.floor(time / 86_400_000));
const max = (...all: bigint[]): bigint => all.reduce((most, one) => (one > most ? one : most));
const inWholeCoins = (thousandths: bigint): bigint => ((thousandths + 999n) / 1000n) * 1000n;

/** Prorates the price for a span with this end, rounded to minor units, in thousandths. */
function share({ price, since, end, from }: Span, until: number): bigint {
  if (price === null || end === null) return 0n;
  const all = dayOf(end) - dayOf(since);
  const due = (time: number) =>
    time >= end ? price : (2n * price * (dayOf(time) - dayOf(since)) + all) / (2n * all);
  return (due(until) - (from <= since ? 0n : due(from))) * 1000n;
}

/**
 * Computes the amount of a span of an open-ended sale, which is paid once: the part of its price that exceeds
 * the earlier spans.
 */
function paidOnce(spans: readonly Span[], place: number): bigint {
  const paid: bigint[] = [];
  for (const [index, { price, since, from, until }] of spans.slice(0, place + 1).entries()) {
    const before = paid.reduce((sum, one, at) => ((spans[at] as Span).since === since ? sum + one : sum), 0n);
    paid[index] = until === from ? 0n : max(0n, (price ?? 0n) * 1000n - before);
  }
  return paid[place] as bigint;
}

/** Computes the amount that each span keeps, and its maximum, given the usage of the earlier spans. */
function figuresOf(spans: readonly Span[]): Figures[] {
  /** Usage that consumed amounts of later days. */
  let ahead = 0n;
  return spans.map((span, place) => {
    const { until, end, drawn } = span;
    const isCut = end !== null && (until as number) < end;
    const own = (end === null ? paidOnce(spans, place) : share(span, until as number)) - ahead;
    const kept = drawn > max(0n, own) ? inWholeCoins(drawn) : max(0n, own);
    // Without an end, the amount is not prorated; the check on the total growth limits the usage.
    const most = end === null ? kept : max(0n, isCut ? share(span, end) - ahead : own);
    ahead = isCut ? kept - own : 0n;
    return { isCut, kept, most };
  });
}

export function createBalance() {
  let spans: Span[] = [];
  const at = (time: number): Span => (spans.findLast(({ from }) => from <= time) ?? spans[0]) as Span;
  /**
   * Returns whether a span may consume a further amount. Later spans must keep their consumed amounts, and
   * the total must not grow unless the sale was ended early.
   */
  const fits = (changed: Span, more: bigint): boolean => {
    const drawn = spans.map((span) => (span === changed ? { ...span, drawn: span.drawn + more } : span));
    const [before, after] = [figuresOf(spans), figuresOf(drawn)];
    let growth = 0n;
    for (let place = spans.indexOf(changed); place < spans.length; place++) {
      const [was, is] = [before[place] as Figures, after[place] as Figures];
      if ((drawn[place] as Span).drawn > is.most) return false;
      growth += is.kept - was.kept;
      if (!is.isCut) return growth <= 0n;
    }
    return true;
  };

  return {
    buy(from: number, until: number | null, price: bigint | null) {
      spans.push({ from, until, since: from, end: until, price, drawn: 0n });
    },
    reprice(time: number, price: bigint | null) {
      const running = at(time);
      const place = spans.indexOf(running);
      const from = Math.max(time, running.from);
      const rest = { ...running, from, price, drawn: 0n };
      const later = spans.slice(place + 1).map((span) => ({ ...span, price }));
      running.until = from;
      spans = [...spans.slice(0, place + 1), rest, ...later];
    },
    stop(time: number, now: number) {
      const begun = spans.filter(({ from }, index) => index === 0 || from < time || from <= now);
      const running = begun.findLast(({ from }) => from <= time) as Span;
      spans = spans.slice(0, spans.indexOf(running) + 1);
      running.until = Math.max(time, running.from);
    },
    /** Consumes the balance and returns the covered amount, which is the maximum possible. */
    use(time: number, amount: bigint): bigint {
      const span = at(time);
      let [least, most] = [0n, amount];
      if (fits(span, amount)) least = amount;
      while (least < most) {
        const middle = (least + most + 1n) / 2n;
        if (fits(span, middle)) least = middle;
        else most = middle - 1n;
      }
      span.drawn += least;
      return least;
    },
    /** Returns the kept and consumed amount of each span, in thousandths of the minor unit. */
    spans: () => figuresOf(spans).map(({ kept }, index) => ({ kept, drawn: (spans[index] as Span).drawn })),
  };
}
