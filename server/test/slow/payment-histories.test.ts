import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../harness.ts';
import { isOpen, leftOfCharge, now, type PlainBuyer, type PlainInvoice } from './billing/plain-payments.ts';
import { inMoney, PaymentSimulation, timeAt } from './billing/played-payments.ts';
import { countOf, seededChance } from './seeded.ts';

/** The number of histories; 100 or more before a release. */
const histories = countOf('PAYMENT_HISTORIES', 4);
const chance = seededChance('payment-histories');
const rates = [
  { country: 'DE', taxes: [{ name: 'VAT', percent: 19 }] },
  {
    country: 'CA',
    taxes: [
      { name: 'GST', percent: 5 },
      { name: 'QST', percent: '9.975' },
    ],
  },
];
const days = 20;
const deedsOfDay = 2;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ environment: { TAX_RATES: JSON.stringify(rates) } });
});
afterAll(() => app.stop());

type Counts = Record<string, number>;
const done: Counts = {};

/** Returns a unique time for each action, days apart from all effects of other actions. */
const timeOf = (number: number): number =>
  Math.floor(number / deedsOfDay) * 24 + 1 + (number * 20) / (days * deedsOfDay);

const standing = (played: PaymentSimulation): PlainBuyer[] =>
  [...played.buyers.keys()].filter(({ merged }) => !merged);
const issued = ({ plain }: PaymentSimulation): PlainInvoice[] =>
  plain.invoices.filter(({ status }) => status === 'FINALIZED');
const expectStatus = ({ status, text }: { status: number; text: string }, isGood: boolean) =>
  expect(status, text).toBe(isGood ? 200 : 400);
const some = <T>(list: readonly T[]): T | undefined => (list.length > 0 ? chance.pick(list) : undefined);

/** The actions; each returns false if it is not possible. */
const deeds: Record<string, (played: PaymentSimulation) => Promise<boolean | undefined>> = {
  sell: async (played) => {
    const start = Math.floor(played.plain.time / 24);
    const begins = new Date(timeAt(start * 24));
    const ends = Date.UTC(2027, begins.getUTCMonth() + 1, begins.getUTCDate());
    const currency = chance.pick(['USD', 'USD', 'USD', 'EUR', 'EUR', 'JPY']);
    await played.sell({
      buyer: chance.pick(standing(played)),
      currency,
      fee: 100 + chance.below(chance.pick([500, 30_000, 30_000, 9_000_000])),
      start,
      days: Math.round((ends - begins.getTime()) / 86_400_000),
      grace: chance.pick([0, 0, 0, 2]),
      netTerms: chance.pick([0, 0, 2, 5]),
    });
    return true;
  },
  credit: async (played) => {
    const { plain } = played;
    const buyer = chance.pick(standing(played));
    const currency = chance.pick(['USD', 'USD', 'EUR', 'EUR', 'JPY']);
    const day = Math.floor(plain.time / 24);
    const total = 1 + chance.below(chance.pick([500, 20_000, 900_000]));
    const from = chance.below(4) === 0 ? (day + 1 + chance.below(5)) * 24 + 0.5 : plain.time;
    const until = chance.below(2) === 0 ? (day + 6 + chance.below(9)) * 24 + 0.5 : Number.POSITIVE_INFINITY;
    const { id } = await played.by.post(`buyer/${played.idOf(buyer)}/wallet`, {
      totalAmount: inMoney(total, currency),
      currency,
      ...(from === plain.time ? {} : { startTime: timeAt(from) }),
      ...(until === Number.POSITIVE_INFINITY ? {} : { expireTime: timeAt(until) }),
    });
    const given = plain.wallets.length;
    const credit = {
      kind: 'credit' as const,
      buyer,
      currency,
      total,
      used: 0,
      from,
      until,
      isClosed: false,
      given,
    };
    plain.wallets.push(credit);
    played.wallets.set(credit, id);
    plain.fund(credit);
    return true;
  },
  method: async (played) => {
    const buyer = chance.pick(standing(played));
    const [kind, currency] = chance.pick([
      ['card', undefined],
      ['card', undefined],
      ['sepa_debit', 'EUR'],
    ] as const);
    const outcome = chance.pick(['SUCCEED', 'SUCCEED', 'DECLINE', 'HANG', 'DISPUTE']);
    const losses = { lostCalls: chance.below(3), lostAnswers: chance.below(3) };
    const { id } = await played.by.post(`sandbox/buyer/${played.idOf(buyer)}/paymentMethod`, {
      type: kind,
      outcome,
      ...losses,
    });
    const card = { kind, buyer, currency, outcome, isDeleted: false };
    played.plain.wallets.push(card);
    played.wallets.set(card, id);
    if (played.plain.lacksDefault(buyer, currency)) played.plain.choose(card);
    return true;
  },
  makeDefault: async (played) => {
    const wallet = some(played.plain.wallets.filter((one) => chance.below(4) === 0 || !('total' in one)));
    if (!wallet) return;
    const isGood = !('total' in wallet) && !wallet.isDeleted;
    expectStatus(await played.by.call('PATCH', `${played.pathOf(wallet)}/default`), isGood);
    const { byDefault, byCurrency } = now(wallet.buyer);
    if (!isGood || byDefault === wallet || Object.values(byCurrency).includes(wallet)) return isGood;
    played.plain.choose(wallet);
    return isGood;
  },
  deleteMethod: async (played) => {
    const card = some(played.plain.wallets.flatMap((one) => ('total' in one || one.isDeleted ? [] : one)));
    if (!card) return;
    const isUsed = played.plain.invoices.some(({ charges }) =>
      charges.some(({ by, state }) => by === card && state === 'PROCESSING'),
    );
    expectStatus(await played.by.call('DELETE', played.pathOf(card)), !isUsed);
    if (isUsed) return false;
    card.isDeleted = true;
    const buyer = now(card.buyer);
    if (buyer.byDefault === card) buyer.byDefault = undefined;
    buyer.byCurrency = Object.fromEntries(Object.entries(buyer.byCurrency).filter(([, one]) => one !== card));
    return true;
  },
  changeCredit: async (played) => {
    const { time } = played.plain;
    const credit = some(played.plain.wallets.flatMap((one) => ('total' in one && !one.isClosed ? one : [])));
    if (!credit) return;
    const total = 1 + chance.below(chance.pick([credit.used + 1, credit.total * 2]));
    const isGood = total >= credit.used;
    const change = { totalAmount: inMoney(total, credit.currency) };
    expectStatus(await played.by.call('PATCH', played.pathOf(credit), change), isGood);
    if (isGood) credit.total = total;
    if (isGood && time < credit.until) played.plain.fund(credit);
    // The credit may have EXPIRED by now; it becomes active again if its end is moved.
    if (!isGood || credit.until > time || chance.below(2) === 0) return isGood;
    credit.until = (Math.floor(time / 24) + 3) * 24 + 0.5;
    expectStatus(
      await played.by.call('PATCH', played.pathOf(credit), { expireTime: timeAt(credit.until) }),
      true,
    );
    played.plain.fund(credit);
    return true;
  },
  closeCredit: async (played) => {
    const credit = some(played.plain.wallets.flatMap((one) => ('total' in one && !one.isClosed ? one : [])));
    if (!credit || chance.below(2) === 0) return;
    expectStatus(await played.by.call('PATCH', `${played.pathOf(credit)}/close`), true);
    credit.isClosed = true;
    return true;
  },
  pay: async (played) => {
    const open = issued(played).filter((one) => one.due > one.credited + one.paid && !isOpen(one));
    const invoice = some(chance.below(5) > 0 ? open : played.plain.invoices);
    if (!invoice) return;
    const id = await played.invoiceId(invoice);
    const replies = await Promise.all(
      Array.from({ length: 1 + chance.below(3) }, () => played.by.call('PATCH', `invoice/${id}/pay`)),
    );
    const statuses = new Set(replies.map(({ status }) => status));
    if (invoice.status !== 'FINALIZED') {
      expect([...statuses]).toEqual([invoice.status === 'DELETED' ? 404 : 400]);
      return false;
    }
    const isGood = played.plain.pay(invoice);
    expect(statuses.has(200), replies[0]?.text).toBe(isGood);
    return isGood;
  },
  issue: async (played) => {
    const draft = some(played.plain.invoices.filter(({ status }) => status === 'DRAFT'));
    if (!draft) return;
    expectStatus(await played.by.call('PATCH', `invoice/${await played.invoiceId(draft)}/issue`), true);
    played.plain.issue(draft, played.plain.time);
    return true;
  },
  discount: async (played) => {
    const draft = some(played.plain.invoices.filter(({ status }) => status === 'DRAFT'));
    if (!draft) return;
    draft.percentOff = chance.pick([10, 33, 50, 100]);
    const change = { discountType: 'PERCENTAGE', discountAmount: draft.percentOff };
    expectStatus(
      await played.by.call('PATCH', `invoice/${await played.invoiceId(draft)}/info`, change),
      true,
    );
    return true;
  },
  void: async (played) => {
    const invoice = some(played.plain.invoices);
    if (!invoice) return;
    const isGood = played.plain.mayBeVoided(invoice);
    expectStatus(await played.by.call('PATCH', `invoice/${await played.invoiceId(invoice)}/void`), isGood);
    if (isGood) played.plain.void(invoice);
    return isGood;
  },
  cancel: async (played) => {
    const sale = some([...played.sales.keys()].filter(({ endedAfter }) => endedAfter === undefined));
    if (!sale) return;
    await played.by.post(`entitlement/${played.sales.get(sale)}/cancel`);
    played.plain.cancel(sale, Math.floor(played.plain.time / 24) - sale.start);
    return true;
  },
  refund: async (played) => {
    const charges = issued(played).flatMap((invoice) =>
      invoice.charges.map((charge) => ({ invoice, charge })),
    );
    const paid = charges.filter(({ charge }) => charge.state === 'SUCCESS');
    const found = some(chance.below(6) > 0 ? paid : charges);
    if (!found) return;
    const { invoice, charge } = found;
    const left = leftOfCharge(charge);
    const amount = 1 + chance.below(chance.pick([left + 1, left + 2]));
    const invoiceId = await played.invoiceId(invoice);
    const all: Record<string, unknown>[] = await played.by.get(
      `paymentTransaction?invoiceId=${invoiceId}&type=CHARGE`,
    );
    // A wallet may have two charges of the same amount, the second after a refund. Identifiers ascend with
    // time.
    const isAlike = (one: typeof charge) =>
      one.by === charge.by && one.amount === charge.amount && one.state === charge.state;
    const shown = all
      .filter(
        ({ amount: one, walletID: id, status }) =>
          id === played.wallets.get(charge.by) &&
          one === inMoney(charge.amount, invoice.sale.currency) &&
          status === charge.state,
      )
      .sort((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
    const { id } = shown[invoice.charges.filter(isAlike).indexOf(charge)] ?? {};
    const path = `buyer/${played.idOf(invoice.sale.buyer)}/paymentTransaction/${id}/refund`;
    const isGood = charge.state === 'SUCCESS' && amount <= left;
    expectStatus(
      await played.by.call('POST', `${path}?amount=${inMoney(amount, invoice.sale.currency)}`),
      isGood,
    );
    if (isGood) played.plain.refund(charge, amount);
    return isGood;
  },
  bank: async (played) => {
    const invoice = some(issued(played).filter(isOpen));
    const charge = invoice?.charges.find(({ state }) => state === 'PROCESSING');
    if (!invoice || !charge) return;
    const [open] = await played.by.get(
      `paymentTransaction?invoiceId=${await played.invoiceId(invoice)}&status=PROCESSING&type=CHARGE`,
    );
    const outcome = chance.pick(['SUCCEED', 'DECLINE', 'DISPUTE']);
    await played.by.post(`sandbox/paymentTransaction/${open.id}/settle`, { outcome });
    played.plain.end(invoice, charge, outcome === 'DECLINE' ? 'FAILED' : 'SUCCESS');
    return true;
  },
  merge: async (played) => {
    const [from, into] = standing(played).sort(() => chance.below(3) - 1);
    if (!from || !into || chance.below(2) > 0) return;
    await played.by.post(`buyer/${played.idOf(into)}/merge`, { buyerIds: [played.idOf(from)] });
    played.plain.merge(from, into);
    return true;
  },
};
/** How often each action is selected, after each action was selected once. */
const weights: Readonly<Record<string, number>> = {
  sell: 6,
  credit: 3,
  method: 3,
  pay: 4,
  bank: 4,
  refund: 3,
  cancel: 3,
};
const hat = Object.keys(deeds).flatMap((name) =>
  Array.from({ length: 1 + (weights[name] ?? 0) }, () => name),
);

/** The number of histories that were completed. */
let wholeHistories = 0;

async function play(history: number): Promise<void> {
  const played = new PaymentSimulation(app, await app.organization());
  await played.until(0);
  for (const country of ['US', 'DE', 'CA']) {
    const { id } = await played.by.post('buyer', { name: country, companyInfo: { country } });
    played.buyers.set({ country, byDefault: undefined, byCurrency: {} }, id);
  }
  const story: string[] = [];
  for (let number = 0; number < days * deedsOfDay; number++) {
    await played.until(timeOf(number));
    if (played.plain.isOpenToChance) return;
    const name =
      number < 6
        ? (['method', 'credit', 'method', 'credit', 'method', 'sell'][number] as string)
        : chance.pick(hat);
    const isDone = await deeds[name]?.(played);
    await played.settle();
    if (isDone) done[name] = (done[name] ?? 0) + 1;
    if (played.plain.isOpenToChance) return;
    story.push(`${name}${isDone === undefined ? ' (nothing there)' : isDone ? '' : ' (refused)'}`);
    await played.expectSame(`SEED=${chance.seed}, history ${history}: ${story.join(', ')}`);
  }
  await played.until(days * 24 + 18 * 24);
  if (played.plain.isOpenToChance) return;
  wholeHistories += 1;
  const context = `SEED=${chance.seed}, history ${history}, at its end: ${story.join(', ')}`;
  await played.expectSame(context);
  await played.expectAmounts(context);
}

test(`${histories} histories of payments: invoices, credit, transactions and the provider’s ledger equal an independent calculation`, async () => {
  for (let history = 1; history <= histories; history++) await play(history);
  expect(wholeHistories).toBeGreaterThan(0);
  console.log(
    `payment-histories: ${wholeHistories} of ${histories} histories to their end, ${JSON.stringify(done)}`,
  );
}, 7_200_000);
