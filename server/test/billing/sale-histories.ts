import fc from 'fast-check';
import { expect } from 'vitest';
import { verifyInvoices } from '../../src/billing/index.ts';
import { verifyUsage } from '../../src/metering/index.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { usageOf } from '../usage.fixture.ts';
import { PlainLife } from './plain-life.ts';
import { monthsAfter, textOfDay } from './plain-periods.ts';
import { type BillingSales, billingSales } from './sales.fixture.ts';

/** Sales whose plans change, that renew themselves and are cancelled, and usage of any time of them. */
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const fee = fc.constantFrom(5_001, 31_000, 10_000, 99_999);
const use = fc.record({
  kind: fc.constant('use' as const),
  /** Hundredths of a unit. */
  units: fc.oneof(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 1, max: 250_000 })),
  /** How far back of the life so far, in hundredths: a direct sale has no other limit. */
  back: fc.oneof(fc.constant(0), fc.nat(99)),
  /** Minutes by which the caller's clock is ahead of the program's. */
  ahead: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) },
  ),
});
const step = fc.oneof(
  { weight: 5, arbitrary: use },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 20, 60, 200, 500) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      /** A plan may have no commit. */
      fee: fc.oneof({ weight: 4, arbitrary: fee }, { weight: 1, arbitrary: fc.constant(0) }),
      /** Usage of the plan before, reported once the next one is billed; hundredths of a unit. */
      late: fc.option(fc.integer({ min: 1, max: 120_000 }), { nil: undefined }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renew' as const) }) },
);
export const saleHistories = fc.record({
  isDirect: fc.boolean(),
  start: fc.constantFrom('2027-01-01', '2027-01-15', '2027-01-30', '2027-01-31', '2027-02-28'),
  months: fc.integer({ min: 1, max: 3 }),
  fee,
  autoRenew: fc.boolean(),
  isOverage: fc.oneof(
    { weight: 4, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  isPostpaid: fc.boolean(),
  grace: fc.constantFrom(0, 2),
  steps: fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }),
  end: fc.constantFrom('NOW', 'TERM'),
  /** Usage that is reported after the end, so many minutes after what came before. */
  late: fc.array(fc.record({ use, minutes: fc.integer({ min: 1, max: 25 }) }), { maxLength: 3 }),
});
type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
type History = ValueOf<typeof saleHistories>;
type Use = ValueOf<typeof use>;

type ShownTerm = {
  startTime: string;
  endTime: string;
  commitAmount?: number;
  usedCommitAmount?: number;
  info: { dimensionQuantityDecimalParts?: Record<string, unknown> };
};

/** What random histories seldom have: usage of a plan, reported late, draws what went over to the plan that follows in the month. */
const lateAfterChange: History = {
  isDirect: true,
  start: '2027-01-01',
  months: 1,
  fee: 31_000,
  autoRenew: false,
  isOverage: true,
  isPostpaid: false,
  grace: 2,
  steps: [
    { kind: 'wait', hours: 200 },
    { kind: 'change', fee: 10_000, late: 50_000 },
    { kind: 'wait', hours: 20 },
  ],
  end: 'TERM',
  late: [],
};

/** The plan before has not a whole day, so no commit of it is billed when the plan that follows is. */
const lateOfFirstDay: History = {
  ...lateAfterChange,
  steps: lateAfterChange.steps.slice(1),
};

/** A plan without a commit follows one whose commit is not drawn: its usage is charged in this month and in the next. */
const useWithoutCommit: History = {
  ...lateAfterChange,
  months: 2,
  steps: [
    { kind: 'wait', hours: 200 },
    { kind: 'change', fee: 0, late: undefined },
    { kind: 'wait', hours: 20 },
    { kind: 'use', units: 50_000, back: 0, ahead: 0 },
    { kind: 'wait', hours: 500 },
    { kind: 'wait', hours: 60 },
    { kind: 'use', units: 20_000, back: 0, ahead: 0 },
  ],
};

/** A plan of two hours of a day has more usage than commit; of the commit of the plan before it, usage has drawn nothing. */
const lateOfTwoHours: History = {
  ...lateAfterChange,
  fee: 99_999,
  steps: [
    { kind: 'wait', hours: 200 },
    { kind: 'change', fee: 5_001, late: 1 },
    { kind: 'change', fee: 31_000, late: 105_410 },
    { kind: 'wait', hours: 20 },
  ],
};

/** By the caller's clock it was used after the end, a moment before which it was reported. */
const aheadOfEnd: History = {
  ...lateAfterChange,
  isOverage: false,
  steps: [
    { kind: 'wait', hours: 200 },
    { kind: 'use', units: 7_809, back: 0, ahead: 4 },
  ],
  end: 'NOW',
};

export const saleExamples = [lateAfterChange, lateOfFirstDay, lateOfTwoHours, useWithoutCommit, aheadOfEnd];

/** How often something happened: what is refused everywhere would prove nothing. */
export type ActionCounts = Record<'taken' | 'refused' | 'change' | 'renew' | 'NOW' | 'TERM' | 'late', number>;

class SaleSimulation {
  readonly #app: TestApp;
  readonly #of: History;
  readonly #by: Entitlements;
  readonly #sales: BillingSales;
  readonly #usage: ReturnType<typeof usageOf>;
  readonly #happened: ActionCounts;
  #waiting: { at: number; units: bigint }[] = [];
  #id = '';
  #start = 0;
  #fee: number;
  #isOver = false;
  #plain: PlainLife;

  constructor(app: TestApp, org: Parameters<typeof entitlementsOf>[1], of: History, happened: ActionCounts) {
    this.#app = app;
    this.#of = of;
    this.#fee = of.fee;
    this.#by = entitlementsOf(app, org);
    this.#sales = billingSales(app, org, this.#by);
    this.#usage = usageOf(app, org);
    this.#happened = happened;
    this.#plain = this.#reckonFrom(Date.parse(of.start));
  }

  #reckonFrom(start: number): PlainLife {
    const { months, fee, isOverage, isDirect } = this.#of;
    return new PlainLife({ start, months, fee: BigInt(fee), isOverage, isWhole: !isDirect });
  }

  #now = async () => Date.parse((await this.#by.get('sandbox/clock')).time);

  async sell(): Promise<void> {
    const { isDirect, start, months, autoRenew, isOverage, isPostpaid, grace } = this.#of;
    const info = {
      currency: 'USD',
      autoRenew,
      isMeteringOverageCommit: isOverage,
      proratedBilling: true,
      commits: commitsOf(this.#of.fee),
      dimensions: [{ key: 'gpu', name: 'GPU hours', rate: 0.25 }],
    };
    const begin = Date.parse(`${start}T00:00:00Z`);
    await this.#sales.until(new Date(begin + 10 * minuteMs).toISOString());
    const more = { paymentSchedule: isPostpaid ? 'POSTPAY' : 'PREPAY', gracePeriodInDays: grace };
    const end = textOfDay(monthsAfter(begin / 86_400_000, months)).slice(0, 10);
    const sold = isDirect
      ? await this.#sales.sell({ ...info, ...more }, end, start)
      : await this.#by.accepted({ partner: 'MKA', info: { ...info, mkAAgreementDuration: `P${months}M` } });
    this.#id = sold.id;
    this.#start = Date.parse((await this.#by.entitlement(this.#id)).startTime);
    this.#plain = this.#reckonFrom(this.#start);
    await this.#compare();
  }

  async play(one: History['steps'][number]): Promise<void> {
    if (this.#isOver) return;
    if (one.kind === 'use') await this.use(one);
    else if (one.kind === 'wait') await this.#goOn((await this.#now()) + one.hours * hourMs);
    else if (one.kind === 'change') {
      const changed = await this.#now();
      await this.#change(one.fee);
      if (one.late === undefined) return;
      await this.#goOn(changed + 2 * hourMs);
      if (!this.#isOver) await this.#report(one.late, Math.max(this.#start, changed - minuteMs));
    } else if (!this.#of.isDirect) {
      await this.#by.post(`sandbox/entitlement/${this.#id}/renew`, {});
      await this.#app.drainJobs();
      this.#plain.renew();
      this.#happened.renew += 1;
      await this.#compare();
    }
  }

  async use({ units, back, ahead }: Use): Promise<void> {
    const last = Math.min((await this.#now()) + ahead * minuteMs, this.#plain.end - 1);
    await this.#report(units, Math.max(this.#start, Math.floor(last - ((last - this.#start) * back) / 100)));
  }

  async #report(units: number, at: number): Promise<void> {
    const reply = await this.#by.call('POST', `entitlement/${this.#id}/usageRecordGroup`, {
      records: { gpu: units / 100 },
      timestamp: new Date(at).toISOString(),
    });
    // A marketplace takes usage of the last hours only.
    expect([200, this.#of.isDirect ? 200 : 400], reply.text).toContain(reply.status);
    this.#happened[reply.status === 200 ? 'taken' : 'refused'] += 1;
    if (reply.status === 200) this.#waiting.push({ at, units: BigInt(units) });
  }

  /** What was reported has been settled. */
  #settle(now: number): void {
    this.#plain.settle(this.#waiting, now);
    this.#waiting = [];
  }

  /** Time passes, an hour at least: usage that waits is settled at the next hour, then come renewals, or the end. */
  async #goOn(to: number): Promise<void> {
    const settled = (Math.floor((await this.#now()) / hourMs) + 1) * hourMs;
    await this.#sales.until(new Date(to).toISOString());
    this.#settle(settled);
    while (!this.#isOver && this.#plain.end <= to) {
      if (this.#of.autoRenew) this.#plain.renew();
      else this.#isOver = true;
    }
    // What is too small to be sent is written off once a marketplace takes no more usage.
    if (this.#isOver && to > this.#plain.end + 62 * minuteMs) this.#plain.close();
    await this.#compare();
  }

  async #change(cents: number): Promise<void> {
    if (cents === this.#fee) return;
    const commits = commitsOf(cents);
    const now = await this.#now();
    if (this.#of.isDirect) await this.#by.patch(`entitlement/${this.#id}/priceModel`, { commits });
    else
      await this.#by.post(`sandbox/entitlement/${this.#id}/changePlan`, { planId: `plan-${now}`, commits });
    await this.#app.drainJobs();
    const known = new Set(this.#plain.terms().map(({ from }) => from));
    const begun = (await this.#terms()).map(({ startTime }) => Date.parse(startTime));
    const [at, ...others] = begun.filter((time) => !known.has(time));
    expect(others).toEqual([]);
    this.#plain.change(at as number, BigInt(cents));
    this.#fee = cents;
    this.#happened.change += 1;
    await this.#compare();
  }

  /** It is cancelled now, or with its term; usage of before is reported afterwards. */
  async end(): Promise<void> {
    const { isDirect, end, late, autoRenew } = this.#of;
    const path = `entitlement/${this.#id}`;
    if (!this.#isOver && end === 'TERM' && (isDirect || !autoRenew)) {
      if (autoRenew) await this.#by.post(`${path}/scheduleCancellation`, { type: 'EndOfTerm' });
      const settled = (await this.#now()) + hourMs;
      await this.#sales.until(new Date(this.#plain.end + 2 * minuteMs).toISOString());
      this.#settle(settled);
      this.#happened.TERM += 1;
    } else if (!this.#isOver) {
      await this.#by.post(isDirect ? `${path}/cancel` : `sandbox/${path}/cancel`);
      await this.#app.drainJobs();
      this.#plain.stop(Date.parse((await this.#by.entitlement(this.#id)).endTime));
      this.#happened.NOW += 1;
    }
    this.#isOver = true;
    expect((await this.#by.entitlement(this.#id)).status).toBe('CANCELLED');
    // What is reported of a sale that is over is settled at once.
    this.#settle(await this.#now());
    await this.#compare();
    const taken = this.#happened.taken;
    for (const { use, minutes } of late) {
      await this.#sales.until(new Date((await this.#now()) + minutes * minuteMs).toISOString());
      // Marketplace A takes usage until an hour after the end, a direct sale until a day after it.
      if ((await this.#now()) > this.#plain.end + (isDirect ? 23 * hourMs : 58 * minuteMs)) break;
      await this.use(use);
      await this.#app.drainJobs();
      this.#settle(await this.#now());
      await this.#compare();
    }
    this.#happened.late += this.#happened.taken - taken;
    await this.#sales.until(new Date((await this.#now()) + 40 * 24 * hourMs).toISOString());
    await this.#expectBilled();
    expect([await this.#usage.act(verifyUsage), await this.#usage.act(verifyInvoices)]).toEqual([[], []]);
  }

  #terms = async (): Promise<ShownTerm[]> =>
    ((await this.#by.terms(this.#id)) as ShownTerm[]).sort(
      (one, other) => Date.parse(one.startTime) - Date.parse(other.startTime),
    );

  async #compare(): Promise<void> {
    const shown = (await this.#terms()).map((term) => ({
      from: term.startTime,
      until: term.endTime,
      kept: Math.round((term.commitAmount ?? 0) * 100_000),
      drawn: Math.round((term.usedCommitAmount ?? 0) * 100_000),
      carry: Math.round(Number(term.info.dimensionQuantityDecimalParts?.gpu ?? 0) * 100),
    }));
    const expected = this.#plain.terms().map(({ from, until, kept, drawn, carry }) => ({
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
      kept: Number(kept),
      drawn: Number(drawn),
      carry: Number(carry),
    }));
    expect(shown).toEqual(expected);
  }

  /** What invoices come to, or what the marketplace was sent. */
  async #expectBilled(): Promise<void> {
    if (!this.#of.isDirect) {
      const lines = await this.#usage.lines();
      const sent = lines.reduce((total, { quantity }) => total + Number(quantity), 0);
      expect(sent).toBe(Number(this.#plain.sent) / 100);
      return;
    }
    const invoices = (await this.#sales.invoices(this.#id)).filter(({ status }) => status === 'FINALIZED');
    const cents = invoices.reduce(
      (total, { info }) => total + Math.round((info.dueAmount - (info.creditedAmount ?? 0)) * 100),
      0,
    );
    const { least, most } = this.#plain.billed();
    expect(cents).toBeGreaterThanOrEqual(Number(least));
    expect(cents).toBeLessThanOrEqual(Number(most));
  }
}

const commitsOf = (cents: number) =>
  cents === 0 ? [] : [{ key: 'fee', rate: cents / 100, length: 1, timeUnit: 'MONTH' }];

/** Plays a history by the API, and compares after each step. */
export async function playSale(app: TestApp, history: History, happened: ActionCounts): Promise<void> {
  const org = await app.organization({ at: '2026-12-20T09:00:00Z' });
  const played = new SaleSimulation(app, org, history, happened);
  await played.sell();
  for (const one of history.steps) await played.play(one);
  await played.end();
  // A marketplace accepts no further usage for an hour that was sent: if no other hour is left, members are notified.
  const { rows } = await app.database.query(
    `SELECT DISTINCT entity_id FROM event
     WHERE organization_id = $1 AND action = 'ABNORMAL_ALERT' AND entity_type = 'USAGE_RECORD_REPORT'`,
    [org.id],
  );
  for (const { entity_id: id } of rows) app.expectAbnormalAlert(id);
}
