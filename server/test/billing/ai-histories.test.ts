import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AiReservation } from '../../src/billing/index.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';
import { type AiUse, aiUseOf } from './ai-use.fixture.ts';

/**
 * Random histories of calls, settlements, settings and months, compared with a second calculation in millionths of a
 * cent. AI_RUNS sets their number, SEED their seed.
 */

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

const million = 1_000_000n;
const inCents = (millionths: bigint): string =>
  `${millionths / million}.${String(millionths % million).padStart(6, '0')}`;

type Month = { calls: number; used: bigint; open: Map<number, bigint>; credit: bigint; closed: boolean };

/** The expected state of the meter, in plain JavaScript. */
class ExpectedMeter {
  enabled: 'yes' | 'capped' | 'people' = 'yes';
  credit = 100n * million;
  cap: bigint | null = 100n * million;
  at = 0;
  months: Month[] = [this.#fresh()];
  calls: { month: number; worst: bigint }[] = [];

  #fresh(): Month {
    return { calls: 0, used: 0n, open: new Map(), credit: 0n, closed: false };
  }

  get month(): Month {
    return this.months[this.at] as Month;
  }

  reserved = (month: Month): bigint => [...month.open.values()].reduce((sum, worst) => sum + worst, 0n);

  take(worst: bigint): string {
    if (this.enabled !== 'yes') return 'OFF';
    const { month } = this;
    const most = this.cap === null ? null : this.credit + this.cap;
    if (most === null || month.used + this.reserved(month) + worst <= most) {
      month.calls += 1;
      month.credit = this.credit;
      month.open.set(this.calls.push({ month: this.at, worst }) - 1, worst);
      return 'TAKEN';
    }
    if (month.used + worst <= most) return 'BUSY';
    this.enabled = 'capped';
    return 'SPENDING_CAP_REACHED';
  }

  settle(call: number, cost: bigint | 'UNKNOWN'): void {
    const { month: at, worst } = this.calls[call] as { month: number; worst: bigint };
    const month = this.months[at] as Month;
    if (!month.open.delete(call) || month.closed) return;
    month.used += cost === 'UNKNOWN' || cost > worst ? worst : cost;
    const reached = this.cap !== null && month.used >= this.credit + this.cap;
    if (at === this.at && reached && this.enabled === 'yes') this.enabled = 'capped';
  }

  nextMonth(): void {
    const { month } = this;
    month.used += this.reserved(month);
    month.open.clear();
    month.closed = true;
    if (this.enabled === 'capped') this.enabled = 'yes';
    this.months.push(this.#fresh());
    this.at += 1;
  }

  bills(): [number, bigint][] {
    return this.months.flatMap(({ closed, used, calls, credit }): [number, bigint][] => {
      if (!closed || used === 0n) return [];
      const beyond = used > credit ? used - credit : 0n;
      return [[calls, (beyond * 2n + million) / (2n * million)]];
    });
  }
}

const cost = fc.bigInt({ min: 0n, max: 60n * million });
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('take' as const), worst: cost }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      call: fc.nat(40),
      cost: fc.option(cost, { nil: 'UNKNOWN' as const }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('switch' as const), enabled: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('limits' as const),
      credit: fc.nat(150),
      cap: fc.option(fc.nat(150)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('month' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function play(ai: AiUse, plain: ExpectedMeter, calls: AiReservation[], one: Step): Promise<void> {
  if (one.kind === 'take') {
    const answer = await ai.take(inCents(one.worst));
    if (typeof answer !== 'string') calls.push(answer);
    expect(typeof answer === 'string' ? answer : 'TAKEN').toBe(plain.take(one.worst));
  } else if (one.kind === 'settle') {
    if (calls.length === 0) return;
    const call = one.call % calls.length;
    await ai.settle(calls[call] as AiReservation, one.cost === 'UNKNOWN' ? one.cost : inCents(one.cost));
    plain.settle(call, one.cost);
  } else if (one.kind === 'switch') {
    await ai.configure({ enabled: one.enabled });
    plain.enabled = one.enabled ? 'yes' : 'people';
  } else if (one.kind === 'limits') {
    await ai.setCredit(one.credit);
    await ai.configure({ monthlySpendingCapCents: one.cap });
    plain.credit = BigInt(one.credit) * million;
    plain.cap = one.cap === null ? null : BigInt(one.cap) * million;
  } else {
    await ai.advance('P1M');
    plain.nextMonth();
  }
}

/** Advances to the middle of a month, from which a month later is always in the next one. */
async function middleOfMonth(ai: AiUse): Promise<void> {
  const now = new Date();
  const middle = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 15, 12);
  await ai.advance(`PT${Math.round((middle - now.getTime()) / 1000)}S`);
}

test('R11 random histories match a second calculation, and never exceed the cap', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const ai = aiUseOf(app, await app.organization());
      await middleOfMonth(ai);
      const plain = new ExpectedMeter();
      await ai.setCredit(100);
      await ai.configure({ monthlySpendingCapCents: 100 });
      const calls: AiReservation[] = [];
      for (const one of steps) await play(ai, plain, calls, one);
      const { month, reserved } = plain;
      expect(await ai.usage()).toMatchObject({
        calls: month.calls,
        usedCents: Number(inCents(month.used)),
        reservedCents: Number(inCents(reserved(month))),
        enabled: plain.enabled === 'yes',
      });
      const bills: { calls: number; amountCents: number }[] = await ai.invoices();
      expect(bills.map((bill) => [bill.calls, BigInt(bill.amountCents)])).toEqual(plain.bills());
    }),
    {
      numRuns: Number(process.env.AI_RUNS ?? 12),
      ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}),
    },
  );
}, 120_000);
