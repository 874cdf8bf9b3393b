/**
 * A second, plain reckoning of the one balance of commit that a sale has (R48, R61): which span of its life has how much,
 * and how much of usage is covered. It imports nothing, counts in thousandths of a coin, and finds out what usage may draw
 * by trying amounts.
 */
type Span = {
  from: number;
  until: number | null;
  /** What was bought at once: since and until when, and for how many coins. */
  since: number;
  end: number | null;
  price: bigint | null;
  drawn: bigint;
};
type Figures = { isCut: boolean; kept: bigint; most: bigint };

const dayOf = (time: number): bigint => BigInt(Math.floor(time / 86_400_000));
const max = (...all: bigint[]): bigint => all.reduce((most, one) => (one > most ? one : most));
const inWholeCoins = (thousandths: bigint): bigint => ((thousandths + 999n) / 1000n) * 1000n;

/** The thousandths of a coin, in whole coins, that fall to a span which ends then. */
function share({ price, since, end, from }: Span, until: number): bigint {
  if (price === null || end === null) return 0n;
  const all = dayOf(end) - dayOf(since);
  const due = (time: number) =>
    time >= end ? price : (2n * price * (dayOf(time) - dayOf(since)) + all) / (2n * all);
  return (due(until) - (from <= since ? 0n : due(from))) * 1000n;
}

/** What is sold without an end is paid once: a span has what its price goes beyond those before it. */
function paidOnce(spans: readonly Span[], place: number): bigint {
  const paid: bigint[] = [];
  for (const [index, { price, since, from, until }] of spans.slice(0, place + 1).entries()) {
    const before = paid.reduce((sum, one, at) => ((spans[at] as Span).since === since ? sum + one : sum), 0n);
    paid[index] = until === from ? 0n : max(0n, (price ?? 0n) * 1000n - before);
  }
  return paid[place] as bigint;
}

/** What each span has, and could have had at most, by what was drawn in the spans before it. */
function figuresOf(spans: readonly Span[]): Figures[] {
  /** What was drawn of the days that follow. */
  let ahead = 0n;
  return spans.map((span, place) => {
    const { until, end, drawn } = span;
    const isCut = end !== null && (until as number) < end;
    const own = (end === null ? paidOnce(spans, place) : share(span, until as number)) - ahead;
    const kept = drawn > max(0n, own) ? inWholeCoins(drawn) : max(0n, own);
    // Without an end nothing is shared: it is the growth that says what is too much.
    const most = end === null ? kept : max(0n, isCut ? share(span, end) - ahead : own);
    ahead = isCut ? kept - own : 0n;
    return { isCut, kept, most };
  });
}

export function createBalance() {
  let spans: Span[] = [];
  const at = (time: number): Span => (spans.findLast(({ from }) => from <= time) ?? spans[0]) as Span;
  /**
   * Whether a span may draw so much more: no span that follows loses what it has drawn, and together they come to no more,
   * unless the life was cut short behind them.
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
    /** What of usage is covered: as much as can be. */
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
    /** What each span has of the commit, and what was drawn in it: thousandths of a coin. */
    spans: () => figuresOf(spans).map(({ kept }, index) => ({ kept, drawn: (spans[index] as Span).drawn })),
  };
}
