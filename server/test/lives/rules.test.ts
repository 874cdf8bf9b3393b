import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Exact, equalShares } from '../../src/platform/money-and-time/exact.ts';
import { createBalance } from './balance.ts';
import { type Currency, history, historyWithoutUse, playedByTheRules } from './play.ts';
import { createReckoning } from './reckoning.ts';

const seeds = Number(process.env.LIVES_RUNS || 2000);
const drawn = Number(process.env.LIVES_RUNS || 300);
const text = (time: number) => new Date(time).toISOString();

test(`R48 the terms of ${seeds} random histories are contiguous and add up to the independent calendar calculation`, () => {
  fc.assert(
    fc.property(historyWithoutUse, (life) => {
      const plain = createReckoning();
      const { terms, digits } = playedByTheRules(life, plain);
      expect(terms[0]?.start).toBe(text(plain.start));
      expect(terms.at(-1)?.end).toBe(plain.end === null ? null : text(plain.end));
      for (const [index, term] of terms.slice(1).entries()) expect(terms[index]?.end).toBe(term.start);
      let sum = 0n;
      for (const { commit } of terms) {
        const inCoins = new Exact(commit ?? 0).times(10 ** digits);
        expect(inCoins.isInteger() && !inCoins.isNegative(), `${commit}`).toBe(true);
        sum += BigInt(inCoins.toFixed());
      }
      expect(sum).toBe(plain.total());
    }),
    { numRuns: seeds, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  );
});

test(`R48 R61 ${drawn} random histories never consume more than their commit balance`, () => {
  fc.assert(
    fc.property(history, (life) => {
      const plain = createBalance();
      const { terms, digits } = playedByTheRules(life, {
        ...plain,
        use: (at, amount, covered) => expect(covered).toBe(plain.use(at, amount)),
      });
      const inThousandths = (value: string | null) =>
        BigInt(new Exact(value ?? 0).times(10 ** (digits + 3)).toFixed());
      for (const [index, term] of terms.slice(1).entries()) expect(terms[index]?.end).toBe(term.start);
      const figures = terms.map(({ commit, drawn: used }) => ({
        kept: inThousandths(commit),
        drawn: inThousandths(used),
      }));
      expect(figures).toEqual(plain.spans());
      for (const { kept, drawn: used } of figures) {
        expect(kept % 1000n).toBe(0n);
        expect(used <= kept).toBe(true);
      }
    }),
    { numRuns: drawn, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  );
});

test('R46 R48 the parts of a divided commit add up to the commit for any number of parts', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.integer({ min: 1, max: 120 }),
      fc.constantFrom<Currency>('USD', 'JPY', 'KWD'),
      (amount, parts, currency) => {
        const shares = equalShares(amount.toString(), parts, currency);
        expect(shares).toHaveLength(parts);
        expect(shares.reduce((sum, share) => sum.plus(share), new Exact(0)).toFixed()).toBe(
          amount.toString(),
        );
      },
    ),
    { numRuns: seeds, ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}) },
  );
});
