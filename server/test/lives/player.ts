import { expect } from 'vitest';
import { type Entitlements, entitlementsOf } from '../entitlements.fixture.ts';
import type { TestApp } from '../harness.ts';
import { type History, monthsOf, type Step } from './history.ts';
import { createReckoning, type Reckoning } from './reckoning.ts';
import { createSale, type Sale } from './sale.ts';

const day = 86_400_000;
const digitsOf: Record<string, number> = { USD: 2, JPY: 0, KWD: 3 };

// biome-ignore lint/suspicious/noExplicitAny: records as the API answers them
type Json = any;
type World = { app: TestApp; by: Entitlements; scale: number; sale: History['sale']; id: string };

/**
 * Executes a history over HTTP, and compares the results after each step.
 * @returns the steps that took effect; undefined if the sale was not possible
 */
export async function playLife(app: TestApp, { sale, steps }: History): Promise<string[] | undefined> {
  const by = entitlementsOf(app, await app.organization());
  const scale = 10 ** (digitsOf[sale.currency] as number);
  await toMorning(by, app);
  const sold = await sell({ app, by, scale, sale, id: '' });
  if (!sold) return undefined;
  const world = { app, by, scale, sale, id: sold.id as string };
  const plain = createReckoning();
  const known = createSale(sale, plain, Date.parse(sold.startTime));
  const happened: string[] = [];
  for (const { wait, what } of steps) {
    if (wait > 0) await advance(world, wait);
    const now = await timeOf(world);
    known.passTo(now);
    if (known.isOver) break;
    // Only one change of terms can be pending.
    if (known.waits && !['cancel', 'sync', 'credit'].includes(what.kind)) continue;
    if (await ask(world, known, what)) {
      await app.drainJobs();
      happened.push(what.kind);
      known.took(what, now, await by.entitlement(world.id));
    }
    await compare(world, known, plain, now);
  }
  const length = sale.length ? sale.length.count * (sale.length.unit === 'D' ? 1 : 30) : 30;
  await advance(world, length + 40);
  const now = await timeOf(world);
  known.passTo(now);
  await compare(world, known, plain, now);
  return happened;
}

const timeOf = async ({ by }: World): Promise<number> => Date.parse((await by.get('sandbox/clock')).time);

/** Advances the clock to six in the morning, so that no step is close to midnight. */
async function toMorning(by: Entitlements, app: TestApp): Promise<void> {
  const { time } = await by.get('sandbox/clock');
  const morning = new Date(Math.floor(Date.parse(time) / day) * day + day + 6 * 3_600_000);
  await by.post('sandbox/clock', { to: morning.toISOString() });
  await app.drainJobs();
}

async function advance({ by, app }: World, days: number): Promise<void> {
  await by.post('sandbox/clock', { advance: `P${days}D` });
  await app.drainJobs();
}

const commitsFor = (rate: number, scale: number, quantity: number) => [
  { key: 'seats', type: 'PER_USER', rate: rate / scale, quantity },
];

const durationOf = (where: string, { count, unit }: NonNullable<History['sale']['length']>) =>
  where === 'MKC' ? { mkCDuration: count } : { mkAAgreementDuration: `P${count}${unit}` };

async function sell({ app, by, scale, sale }: World): Promise<Json> {
  const { where, isOrder, length, currency, autoRenew, seats, rate } = sale;
  const now = Date.parse((await by.get('sandbox/clock')).time);
  const total = seats * rate * (where === 'MKC' ? (length?.count ?? 1) : 1);
  const each = Math.floor(total / Math.max(1, sale.payments.length));
  const payments = sale.payments.map((ahead, index) => ({
    amount: (index === sale.payments.length - 1 ? total - each * index : each) / scale,
    ...(ahead > 0 ? { chargeOn: new Date(now + ahead * day).toISOString() } : {}),
  }));
  const info = {
    currency,
    autoRenew,
    commits: commitsFor(rate, scale, seats),
    ...(length ? durationOf(where, length) : {}),
    ...(payments.length > 0 && !isOrder ? { paymentInstallments: payments } : {}),
  };
  if (where === 'direct') return by.direct({ info });
  if (!isOrder) return by.accepted({ partner: where, info });
  const offer = { partner: where, name: 'Public', offerType: 'DEFAULT' };
  const { id: offerId } = await by.post('offer', {
    ...offer,
    info: { ...info, commits: info.commits.map(({ quantity: _, ...commit }) => commit) },
  });
  await app.drainJobs();
  return by.ordered(where, { offerId, quantity: seats });
}

/** Requests a step. Returns false if the step is not supported or not possible now. */
async function ask(world: World, known: Sale, what: Step): Promise<boolean> {
  const { by, id, scale, sale } = world;
  const isDirect = sale.where === 'direct';
  const call = async (method: string, path: string, body?: object) => {
    const reply = await by.call(method, path, body);
    expect([200, 400, 409], reply.text).toContain(reply.status);
    return reply.status === 200 ? reply : undefined;
  };
  const play = async (verb: string, body?: object) =>
    (await call('POST', `sandbox/entitlement/${id}/${verb}`, body)) !== undefined;
  const reprice = async (rate: number, seats: number) =>
    (await call('PATCH', `entitlement/${id}/priceModel`, { commits: commitsFor(rate, scale, seats) })) !==
    undefined;
  switch (what.kind) {
    case 'seats':
      return isDirect ? reprice(known.rate, what.seats) : play('changeQuantity', { quantity: what.seats });
    case 'plan': {
      const commits = commitsFor(what.rate, scale, known.seats);
      const planId = `plan ${await timeOf(world)}`;
      return isDirect ? reprice(what.rate, known.seats) : play('changePlan', { planId, commits });
    }
    case 'amend':
      return amend(world, what, call);
    case 'cancel':
      return isDirect ? (await call('POST', `entitlement/${id}/cancel`)) !== undefined : play('cancel');
    case 'sync':
      return (await call('POST', `entitlement/${id}/sync`)) !== undefined;
    case 'credit': {
      const creditAmountIncrement = what.amount / scale;
      return (await call('POST', `entitlement/${id}/addCredit`, { creditAmountIncrement })) !== undefined;
    }
    case 'divide': {
      const { entitlementTermID } = await by.entitlement(id);
      const term = await by.get(`entitlement/${id}/entitlementTerm/${entitlementTermID}`);
      const startDates = Array.from({ length: what.parts }, (_, index) =>
        new Date(Date.parse(term.startTime) + index * 5 * day).toISOString(),
      );
      const body = { startDates, commitAmount: term.commitAmount };
      return (
        term.commitAmount > 0 && (await call('POST', `entitlement/${id}/divideCommit`, body)) !== undefined
      );
    }
    default:
      return play(what.kind, what.kind === 'renew' ? {} : undefined);
  }
}

type Call = (method: string, path: string, body?: object) => Promise<{ body: Json } | undefined>;

type Amendment = Extract<Step, { kind: 'amend' }>;

/** Accepts a further offer on behalf of the buyer, based on the agreement or replacing its offer (R26). */
async function amend(world: World, step: Amendment, call: Call): Promise<boolean> {
  if (world.sale.where === 'MKC') return replace(world, step, call);
  const { app, by, id, sale, scale } = world;
  const { rate, seats, days, renews } = step;
  if (sale.where !== 'MKA') return false;
  const { externalID: baseAgreementId } = await by.entitlement(id);
  const { currency, autoRenew } = sale;
  const offer = await call('POST', 'offer', {
    partner: 'MKA',
    name: `Other terms ${rate} ${seats} ${days}`,
    info: { currency, autoRenew, commits: commitsFor(rate, scale, seats), mkAAgreementDuration: `P${days}D` },
    metaInfo: { isAgreementBasedOffer: true, baseAgreementId, ...(renews ? { isRenewalOffer: true } : {}) },
  });
  if (!offer) return false;
  await app.drainJobs();
  return (await call('POST', `sandbox/offer/${offer.body.id}/accept`)) !== undefined;
}

async function replace(
  { app, by, id, sale, scale }: World,
  { rate, seats, days, renews, approved }: Amendment,
  call: Call,
): Promise<boolean> {
  const { offerID, endTime } = await by.entitlement(id);
  const { name } = (await by.get(`offer/${offerID}`)).info.mkCPrivateOffer ?? {};
  // An order has no private offer.
  if (!name) return false;
  const { currency, autoRenew } = sale;
  const offer = await call('POST', 'offer', {
    partner: 'MKC',
    name: `Instead: ${rate} ${seats} ${days}`,
    info: { currency, autoRenew, commits: commitsFor(rate, scale, seats), mkCDuration: monthsOf(days) },
    metaInfo: {
      isReplacementOffer: true,
      replacedOfferResourceName: name,
      ...(renews ? { replacedOfferEndTime: endTime } : {}),
    },
  });
  if (!offer) return false;
  await app.drainJobs();
  if (!(await call('POST', `sandbox/offer/${offer.body.id}/accept`, { approve: !approved }))) return false;
  await app.drainJobs();
  if (approved) await by.post(`entitlement/${id}/approve`);
  return true;
}

const inCoins = (amount: number | undefined, scale: number): bigint => {
  const coins = (amount ?? 0) * scale;
  expect(Math.abs(coins - Math.round(coins)), `${amount}`).toBeLessThan(0.001);
  return BigInt(Math.round(coins));
};

async function compare({ by, id, scale }: World, known: Sale, plain: Reckoning, now: number): Promise<void> {
  const entitlement = await by.entitlement(id);
  const all: Json[] = await by.get(`entitlement/${id}/entitlementTerm`);
  // Terms are listed in the order of creation; an early renewal is created before a change of the current term.
  const terms = all
    .filter(({ info }) => info.type !== 'DivideCommit')
    .sort((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime));
  const sum = (amounts: (number | undefined)[]) =>
    amounts.reduce<bigint>((total, amount) => total + inCoins(amount, scale), 0n);
  expect(terms[0].startTime).toBe(entitlement.startTime);
  for (const [index, term] of terms.entries())
    expect(term.endTime).toBe(terms[index + 1]?.startTime ?? entitlement.endTime);
  expect(entitlement.endTime && Date.parse(entitlement.endTime)).toBe(plain.end);
  expect(sum(terms.map(({ commitAmount }) => commitAmount))).toBe(plain.total());
  expect(sum(all.map(({ creditAmount }) => creditAmount))).toBe(known.credit);
  if (known.isOver) return expect(entitlement.status).toBe('CANCELLED');
  const running = terms.filter(({ startTime }) => Date.parse(startTime) <= now + 60_000).at(-1);
  expect(entitlement.entitlementTermID).toBe(running.id);
  const { paymentInstallments } = entitlement.info;
  if (paymentInstallments && plain.end !== null)
    expect(sum(paymentInstallments.map(({ amount }: Json) => amount))).toBe(plain.total(now));
}
