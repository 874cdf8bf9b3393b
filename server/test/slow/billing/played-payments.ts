import { expect } from 'vitest';
import { type Entitlements, entitlementsOf } from '../../entitlements.fixture.ts';
import type { TestApp, TestOrganization } from '../../harness.ts';
import {
  now,
  type PlainBuyer,
  type PlainCard,
  type PlainCredit,
  type PlainInvoice,
  PlainPayments,
  type PlainSale,
  refunded,
} from './plain-payments.ts';

/** The start of all histories; months of 30 days and more follow. */
export const begin = Date.UTC(2027, 2, 1);
const hourMs = 3_600_000;
const digits: Readonly<Record<string, number>> = { USD: 2, EUR: 2, GBP: 2, JPY: 0 };
export const inMoney = (coins: number, currency: string): number =>
  Number((coins / 10 ** (digits[currency] as number)).toFixed(2));
export const inCoins = (amount: unknown, currency: string): number =>
  Math.round(Number(amount ?? 0) * 10 ** (digits[currency] as number));
export const timeAt = (hours: number): string => new Date(begin + Math.round(hours * hourMs)).toISOString();
const inOrder = (rows: readonly string[]): string[] => [...rows].sort();

/** A history that the service and the independent calculation execute in parallel. */
export class PaymentSimulation {
  readonly plain = new PlainPayments();
  readonly buyers = new Map<PlainBuyer, string>();
  readonly wallets = new Map<PlainCredit | PlainCard, string>();
  readonly sales = new Map<PlainSale, string>();
  readonly by: Entitlements;
  readonly #app: TestApp;
  readonly #org: TestOrganization;

  constructor(app: TestApp, org: TestOrganization) {
    this.#app = app;
    this.#org = org;
    this.by = entitlementsOf(app, org);
  }

  rows = async (text: string, ...values: unknown[]) =>
    (await this.#app.database.query(text, [this.#org.id, ...values])).rows;

  idOf = (buyer: PlainBuyer): string => this.buyers.get(now(buyer)) as string;
  pathOf = (wallet: PlainCredit | PlainCard): string =>
    `buyer/${this.idOf(wallet.buyer)}/wallet/${this.wallets.get(wallet)}`;

  /**
   * Returns the id of an invoice. The invoices of a sale are created in the order of the calculated invoices.
   * Lists omit DELETED invoices.
   */
  async invoiceId(invoice: PlainInvoice): Promise<string> {
    const rows = await this.rows(
      'SELECT id FROM invoice WHERE organization_id = $1 AND entitlement_id = $2 ORDER BY creation_time, id',
      this.sales.get(invoice.sale),
    );
    const place = this.plain.invoices.filter(({ sale }) => sale === invoice.sale).indexOf(invoice);
    return rows[place].id;
  }

  /** Runs ready jobs repeatedly, because calls and responses may be lost. */
  async settle(): Promise<void> {
    for (let round = 0; round < 30; round++) {
      await this.#app.drainJobs();
      const failed = await this.rows(
        `SELECT kind, last_error FROM job WHERE organization_id = $1 AND finished_at IS NULL AND attempts > 0`,
      );
      expect(failed.filter(({ kind }) => kind !== 'billing.transaction')).toEqual([]);
      if (failed.length === 0) return;
      await this.rows(
        `UPDATE job SET ready_at = clock_timestamp(), due_at = clock_timestamp(), stands = 'LINE'
         WHERE organization_id = $1 AND finished_at IS NULL AND attempts > 0`,
      );
    }
    throw new Error('what was lost is not found again');
  }

  /**
   * Advances the clock, including events that are due within 18 minutes. A charge whose call is lost is made
   * a few minutes late, as are its retries.
   */
  async #advance(hours: number): Promise<void> {
    let to: string | undefined = timeAt(hours);
    while (to) {
      await this.by.post('sandbox/clock', { to });
      await this.settle();
      const [next] = await this.rows(
        `SELECT min(due_at) + interval '1 second' AS due FROM job
         WHERE organization_id = $1 AND clock = 'organization' AND finished_at IS NULL AND due_at <= $2`,
        timeAt(hours + 0.3),
      );
      to = next?.due?.toISOString();
    }
  }

  /** Advances both sides to a time; automatic events run at their own time. */
  async until(hours: number): Promise<void> {
    for (;;) {
      const next = this.plain.next();
      if (next === undefined || next > hours) break;
      // Several effects of an action may have the same time.
      while (this.plain.next() === next) this.plain.run();
      await this.#advance(next + 0.1);
    }
    await this.#advance(hours);
    this.plain.time = hours;
  }

  async sell(sale: PlainSale): Promise<void> {
    const { fee, currency, start, days, grace, netTerms } = sale;
    const [startDate, endDate] = [start, start + days].map((day) => timeAt(day * 24).slice(0, 10));
    const info = {
      currency,
      commits: [{ key: 'fee', rate: inMoney(fee, currency), length: 1, timeUnit: 'MONTH' }],
      gracePeriodInDays: grace,
      netTermsInDays: netTerms,
    };
    // Equal offers within a short time are one offer, so that each sale has its own name.
    const offer = await this.by.post('offer', {
      name: `Plan ${this.sales.size + 1}`,
      endTime: '2090-01-01',
      info,
    });
    const sold = { offerId: offer.id, buyerId: this.idOf(sale.buyer), startDate, endDate };
    this.sales.set(sale, (await this.by.post('entitlement', sold)).id);
    this.plain.draft(sale);
  }

  /** Requires that all money transfers are equal on both sides and at the provider. */
  async expectSame(context: string): Promise<void> {
    const shown = await this.#shown();
    expect(shown, context).toEqual(this.#reckoned());
  }

  async #shown() {
    const sales = new Map([...this.sales.values()].map((id, index) => [id, index]));
    const wallets = new Map([...this.wallets.values()].map((id, index) => [id, index]));
    const invoices = await this.rows(
      'SELECT * FROM invoice WHERE organization_id = $1 ORDER BY creation_time, id',
    );
    const transactions = await this.rows(
      `SELECT t.*, p.amount AS provider_amount, p.state AS provider_state, p.currency AS provider_currency
       FROM payment_transaction t
       LEFT JOIN sandbox_payment p ON p.organization_id = t.organization_id AND p.key = t.id AND p.kind = t.type
       WHERE t.organization_id = $1`,
    );
    const book = await this.rows('SELECT * FROM sandbox_payment WHERE organization_id = $1');
    const used = await this.rows(
      `SELECT id, currency, used_amount FROM wallet WHERE organization_id = $1 AND type = 'credit'`,
    );
    return {
      invoices: inOrder(
        invoices.map((row) => {
          const coins = (column: string) => inCoins(row[column], row.currency);
          const figures =
            row.status === 'FINALIZED'
              ? [
                  row.payment_status,
                  ...['due_amount', 'tax_amount', 'credited_amount', 'paid_amount', 'refunded_amount'].map(
                    coins,
                  ),
                ]
              : [];
          const moved = transactions
            .filter(({ invoice_id: id }) => id === row.id)
            .map((one) => {
              const whose = wallets.get(one.wallet_id);
              const place =
                one.wallet_type === 'credit'
                  ? 'here'
                  : `${one.provider_state} ${one.provider_currency} ${inCoins(one.provider_amount, one.currency)}`;
              return `${one.type} ${whose} ${inCoins(one.amount, one.currency)} ${one.status} ${one.try ?? ''} ${place}`;
            });
          return [sales.get(row.entitlement_id), row.status, ...figures, ...inOrder(moved)].join(', ');
        }),
      ),
      used: used
        .map(({ id, currency, used_amount: amount }) => `${wallets.get(id)} ${inCoins(amount, currency)}`)
        .sort(),
      book: inOrder(
        book.map(
          ({ kind, amount, currency, state }) => `${kind} ${inCoins(amount, currency)} ${currency} ${state}`,
        ),
      ),
    };
  }

  #reckoned() {
    const sales = new Map([...this.sales.keys()].map((sale, index) => [sale, index]));
    const wallets = new Map([...this.wallets.keys()].map((wallet, index) => [wallet, index]));
    const states = { PROCESSING: 'processing', SUCCESS: 'succeeded', FAILED: 'failed' } as const;
    const { invoices } = this.plain;
    const placeOf = (by: PlainCredit | PlainCard, state: string, currency: string, amount: number) =>
      'total' in by ? 'here' : `${state} ${currency} ${amount}`;
    return {
      invoices: inOrder(
        invoices.map((invoice) => {
          const { sale, status, payment, due, tax, credited, paid, charges } = invoice;
          const { currency } = sale;
          const figures =
            status === 'FINALIZED' ? [payment, due, tax, credited, paid, refunded(invoice)] : [];
          const moved = charges.flatMap(({ by, amount, state, tried, refunds }) => {
            const whose = wallets.get(by);
            return [
              `CHARGE ${whose} ${amount} ${state} ${tried ?? ''} ${placeOf(by, states[state], currency, amount)}`,
              ...refunds.map(
                (one) => `REFUND ${whose} ${one} SUCCESS  ${placeOf(by, 'succeeded', currency, one)}`,
              ),
            ];
          });
          return [sales.get(sale), status, ...figures, ...inOrder(moved)].join(', ');
        }),
      ),
      used: [...wallets]
        .flatMap(([wallet, index]) => ('total' in wallet ? `${index} ${wallet.used}` : []))
        .sort(),
      book: inOrder(
        invoices.flatMap(({ sale: { currency }, charges }) =>
          charges.flatMap(({ by, amount, state, refunds }) =>
            'total' in by
              ? []
              : [
                  `CHARGE ${amount} ${currency} ${states[state]}`,
                  ...refunds.map((one) => `REFUND ${one} ${currency} succeeded`),
                ],
          ),
        ),
      ),
    };
  }

  /** Requires that sold, invoiced and paid amounts on the entitlements are equal. */
  async expectAmounts(context: string): Promise<void> {
    await this.#app.dispatchEvents();
    await this.settle();
    for (const [sale, id] of this.sales) {
      const { info } = await this.by.entitlement(id);
      const { gross, invoiced, disbursed } = this.plain.amounts(sale);
      const coins = (name: string) => inCoins(info[name], sale.currency);
      expect(
        [coins('grossAmount'), coins('collectableAmount'), coins('invoicedAmount'), coins('disbursedAmount')],
        `${context} ${JSON.stringify({ ...sale, buyer: '' })}`,
      ).toEqual([gross, gross, invoiced, disbursed]);
    }
  }
}
