/**
 * An independent calculation of payments: sales of a prepaid month, their invoices, credit, payment methods,
 * retries, refunds and credit notes, in smallest currency units and hours. It shares no code with the
 * service.
 */

/** Returns `a / b`, rounded half up to a whole smallest currency unit. */
export const share = (a: number, b: number): number => Math.floor((2 * a + b) / (2 * b));
const hoursOfDay = 24;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** The tax rates, in hundred-thousandths of the net amount. */
export const taxesOf: Readonly<Record<string, readonly number[]>> = {
  US: [],
  DE: [19_000],
  CA: [5_000, 9_975],
};

export type PlainBuyer = {
  country: string;
  merged?: PlainBuyer;
  /** The last selected card, and the card of each currency. */
  byDefault: PlainCard | undefined;
  byCurrency: Record<string, PlainCard>;
};
export type PlainCredit = {
  kind: 'credit';
  buyer: PlainBuyer;
  currency: string;
  total: number;
  used: number;
  from: number;
  until: number;
  isClosed: boolean;
  given: number;
};
export type PlainCard = {
  kind: string;
  buyer: PlainBuyer;
  /** Undefined for any currency. */
  currency: string | undefined;
  outcome: string;
  isDeleted: boolean;
};
export type PlainCharge = {
  by: PlainCredit | PlainCard;
  amount: number;
  state: 'PROCESSING' | 'SUCCESS' | 'FAILED';
  /** Open amount when a payment was last attempted, excluding credit. */
  tried: number | undefined;
  refunds: number[];
};
export type PlainSale = {
  buyer: PlainBuyer;
  currency: string;
  fee: number;
  /** Day of the start, and days until the end. */
  start: number;
  days: number;
  grace: number;
  netTerms: number;
  endedAfter?: number;
};
export type PlainInvoice = {
  sale: PlainSale;
  status: 'DRAFT' | 'FINALIZED' | 'CANCELED' | 'DELETED';
  payment: 'PENDING' | 'PROCESSING' | 'SUCCESS' | 'FAILED';
  percentOff: number;
  subtotal: number;
  tax: number;
  /** Each tax separately, because credit notes round each tax. */
  taxes: readonly number[];
  due: number;
  dueAt: number;
  number: number;
  credited: number;
  paid: number;
  charges: PlainCharge[];
};

/** Returns the current buyer of a buyer that may have been merged. */
export const now = (buyer: PlainBuyer): PlainBuyer => (buyer.merged ? now(buyer.merged) : buyer);

export const refunded = ({ charges }: PlainInvoice): number => sum(charges.flatMap(({ refunds }) => refunds));
export const leftOfCharge = ({ amount, refunds }: PlainCharge): number => amount - sum(refunds);
export const isOpen = ({ charges }: PlainInvoice): boolean =>
  charges.some(({ state }) => state === 'PROCESSING');
const openOf = (invoice: PlainInvoice): number =>
  invoice.status === 'FINALIZED' ? Math.max(0, invoice.due - invoice.credited - invoice.paid) : 0;

const daysUntilRetry = [1, 3, 5, 7];

export class PlainPayments {
  /** Hours since the beginning. */
  time = 0;
  readonly invoices: PlainInvoice[] = [];
  readonly wallets: (PlainCredit | PlainCard)[] = [];
  #issued = 0;
  readonly #later: { at: number; act: () => void }[] = [];
  /**
   * Invoices retried at this time, by buyer and currency, and whether any of these invoices consumed credit.
   */
  #triedNow = { time: -1, invoices: new Map<string, Set<PlainInvoice>>(), took: new Set<string>() };

  /**
   * Whether several invoices of a buyer became due at the same time and one invoice consumed credit. Their
   * jobs run concurrently, so any of the invoices may consume the credit, and several histories are valid
   * from then on.
   */
  isOpenToChance = false;

  /** Returns the time of the next automatic event. */
  next(): number | undefined {
    return this.#later.sort((one, other) => one.at - other.at)[0]?.at;
  }

  /** Runs the next automatic event. */
  run(): void {
    this.next();
    const { at, act } = this.#later.shift() as { at: number; act: () => void };
    this.time = at;
    act();
  }

  #in(days: number, act: () => void): void {
    this.#later.push({ at: this.time + days * hoursOfDay, act });
  }

  draft(sale: PlainSale): void {
    const days = sale.endedAfter ?? sale.days;
    const subtotal = share(sale.fee * days, sale.days);
    if (subtotal === 0) return;
    const invoice: PlainInvoice = {
      sale,
      status: 'DRAFT',
      payment: 'PENDING',
      percentOff: 0,
      subtotal,
      tax: 0,
      taxes: [],
      due: 0,
      dueAt: 0,
      number: 0,
      credited: 0,
      paid: 0,
      charges: [],
    };
    this.invoices.push(invoice);
    const act = () => this.issue(invoice, this.time + sale.netTerms * hoursOfDay);
    if (sale.grace === 0) act();
    else this.#in(sale.grace, act);
  }

  issue(invoice: PlainInvoice, dueAt: number): void {
    if (invoice.status !== 'DRAFT') return;
    const { sale, subtotal, percentOff } = invoice;
    const net = subtotal - share(subtotal * percentOff, 100);
    const taxes = taxesOf[now(sale.buyer).country] ?? [];
    invoice.status = 'FINALIZED';
    invoice.dueAt = dueAt;
    invoice.number = ++this.#issued;
    invoice.taxes = taxes.map((percent) => share(net * percent, 100_000));
    invoice.tax = sum(invoice.taxes);
    invoice.due = net + invoice.tax;
    if (invoice.due === 0) invoice.payment = 'SUCCESS';
    else this.payDue(invoice);
  }

  /** Makes automatic payments: credit immediately, the default wallet once the invoice is due. */
  payDue(invoice: PlainInvoice, tried?: number): void {
    const next = this.#tries(invoice) + 1;
    if (openOf(invoice) === 0 || isOpen(invoice) || (tried !== undefined && tried !== next)) return;
    const before = invoice.paid;
    this.#useCredit(invoice);
    this.#noteTry(invoice, invoice.paid > before);
    if (openOf(invoice) === 0) return;
    const wait = (invoice.dueAt - this.time) / hoursOfDay;
    const card = this.#cardOf(invoice);
    if (wait > 0) this.#in(wait, () => this.payDue(invoice, next));
    else if (card) this.#charge(invoice, card, next);
    // A second attempt follows one day after the due date; later the buyer pays manually or adds a payment
    // method.
    else if (wait + 1 > 0) this.#in(wait + 1, () => this.payDue(invoice, next));
  }

  #noteTry(invoice: PlainInvoice, took: boolean): void {
    if (this.#triedNow.time !== this.time)
      this.#triedNow = { time: this.time, invoices: new Map(), took: new Set() };
    const payer = `${now(invoice.sale.buyer).country} ${invoice.sale.currency}`;
    const tried = this.#triedNow.invoices.get(payer) ?? new Set();
    this.#triedNow.invoices.set(payer, tried.add(invoice));
    if (took) this.#triedNow.took.add(payer);
    if (tried.size > 1 && this.#triedNow.took.has(payer)) this.isOpenToChance = true;
  }

  /** Pays open amounts with a new wallet. Credit pays all invoices; a payment method pays due invoices. */
  fund(wallet: PlainCredit | PlainCard): void {
    const isCredit = 'total' in wallet;
    if (isCredit && wallet.from > this.time) {
      this.#in((wallet.from - this.time) / hoursOfDay, () => this.#payOpen(wallet, isCredit));
      return;
    }
    this.#payOpen(wallet, isCredit);
  }

  #payOpen({ buyer, currency }: PlainCredit | PlainCard, isCredit: boolean): void {
    const open = this.invoices
      .filter((one) => one.status === 'FINALIZED' && [one.sale.currency, undefined].includes(currency))
      .filter((one) => now(one.sale.buyer) === now(buyer) && (isCredit || one.dueAt <= this.time))
      .sort((one, other) => one.dueAt - other.dueAt || one.number - other.number);
    for (const invoice of open) {
      if (openOf(invoice) === 0 || isOpen(invoice)) continue;
      this.#useCredit(invoice);
      const card = isCredit || openOf(invoice) === 0 ? undefined : this.#cardOf(invoice);
      if (card) this.#charge(invoice, card, this.#tries(invoice) + 1);
    }
  }

  #tries = ({ charges }: PlainInvoice): number =>
    charges.filter((charge) => charge.tried !== undefined).length;

  /**
   * Pays manually.
   * @returns false without a payment method
   */
  pay(invoice: PlainInvoice): boolean {
    if (openOf(invoice) === 0 || isOpen(invoice)) return true;
    const before = invoice.paid;
    this.#useCredit(invoice);
    if (openOf(invoice) === 0) return true;
    const card = this.#cardOf(invoice);
    if (!card) return invoice.paid > before;
    this.#charge(invoice, card, this.#tries(invoice) + 1);
    return true;
  }

  #cardOf({ sale }: PlainInvoice): PlainCard | undefined {
    const buyer = now(sale.buyer);
    const cards = this.wallets
      .flatMap((wallet) => ('total' in wallet || wallet.isDeleted ? [] : wallet))
      .filter((card) => now(card.buyer) === buyer && [sale.currency, undefined].includes(card.currency));
    const chosen = [buyer.byCurrency[sale.currency], buyer.byDefault];
    return chosen.find((card) => card && cards.includes(card)) ?? (cards.length === 1 ? cards[0] : undefined);
  }

  /** Whether a buyer lacks a default wallet for amounts that a card of this currency can pay. */
  lacksDefault({ byDefault, byCurrency }: PlainBuyer, currency: string | undefined): boolean {
    if (currency !== undefined && byCurrency[currency]) return false;
    if (!byDefault) return true;
    return currency !== undefined && ![currency, undefined].includes(byDefault.currency);
  }

  /** Selects a card; the previously selected card stays the card of its currency. */
  choose(card: PlainCard): void {
    const buyer = now(card.buyer);
    const before = buyer.byDefault;
    if (before?.currency) buyer.byCurrency[before.currency] ??= before;
    if (card.currency) buyer.byCurrency[card.currency] = card;
    buyer.byDefault = card;
    this.fund(card);
  }

  #useCredit(invoice: PlainInvoice): void {
    const { buyer, currency } = invoice.sale;
    const credits = this.wallets
      .flatMap((wallet) => ('total' in wallet ? wallet : []))
      .filter((credit) => now(credit.buyer) === now(buyer) && credit.currency === currency)
      .filter(({ isClosed, from, until }) => !isClosed && from <= this.time && this.time < until)
      .sort((one, other) => one.until - other.until || one.given - other.given);
    for (const credit of credits) {
      const amount = Math.min(openOf(invoice), credit.total - credit.used);
      if (amount === 0) continue;
      credit.used += amount;
      invoice.paid += amount;
      invoice.payment = openOf(invoice) === 0 ? 'SUCCESS' : 'PROCESSING';
      invoice.charges.push({ by: credit, amount, state: 'SUCCESS', tried: undefined, refunds: [] });
    }
  }

  #charge(invoice: PlainInvoice, by: PlainCard, tried: number): void {
    const charge: PlainCharge = { by, amount: openOf(invoice), state: 'PROCESSING', tried, refunds: [] };
    invoice.charges.push(charge);
    invoice.payment = 'PROCESSING';
    if (by.outcome === 'DECLINE') this.end(invoice, charge, 'FAILED');
    else if (by.outcome !== 'HANG') this.end(invoice, charge, 'SUCCESS');
  }

  /** Applies the bank’s result of a pending charge. */
  end(invoice: PlainInvoice, charge: PlainCharge, state: 'SUCCESS' | 'FAILED'): void {
    charge.state = state;
    if (state === 'SUCCESS') invoice.paid += charge.amount;
    if (openOf(invoice) === 0) {
      invoice.payment = 'SUCCESS';
      this.#payBack(invoice);
      return;
    }
    const wait = daysUntilRetry[(charge.tried as number) - 1];
    if (wait === undefined || invoice.paid === 0) invoice.payment = 'FAILED';
    if (wait !== undefined) this.#in(wait, () => this.payDue(invoice, (charge.tried as number) + 1));
  }

  /** Refunds payments beyond the remaining amount, last charges first. */
  #payBack(invoice: PlainInvoice): void {
    let rest = invoice.paid - refunded(invoice) - (invoice.due - invoice.credited);
    for (const charge of [...invoice.charges].reverse()) {
      const amount = charge.state === 'SUCCESS' ? Math.min(rest, leftOfCharge(charge)) : 0;
      if (amount <= 0) continue;
      this.refund(charge, amount);
      rest -= amount;
    }
  }

  #pays = (wallet: PlainCredit | PlainCard): boolean =>
    'total' in wallet ? !wallet.isClosed && this.time < wallet.until : !wallet.isDeleted;

  refund(charge: PlainCharge, amount: number): void {
    charge.refunds.push(amount);
    if ('total' in charge.by) charge.by.used -= amount;
  }

  /** Ends a sale a number of days after its start. */
  cancel(sale: PlainSale, days: number): void {
    sale.endedAfter = days;
    const rest = share(sale.fee * days, sale.days);
    for (const invoice of this.invoices.filter((one) => one.sale === sale)) {
      if (invoice.status === 'DRAFT') {
        invoice.subtotal = rest;
        if (rest === 0) invoice.status = 'DELETED';
      }
      if (invoice.status !== 'FINALIZED') continue;
      const { subtotal, due } = invoice;
      const credit = share((subtotal - rest) * due, subtotal);
      if (credit === 0) continue;
      invoice.credited = credit;
      if (openOf(invoice) === 0 && !isOpen(invoice)) invoice.payment = 'SUCCESS';
      this.#payBack(invoice);
    }
  }

  mayBeVoided = ({ status, due, paid, payment, credited }: PlainInvoice): boolean =>
    status === 'CANCELED' ||
    status === 'DRAFT' ||
    (status === 'FINALIZED' &&
      credited === 0 &&
      (due === 0 || (paid === 0 && (payment === 'PENDING' || payment === 'FAILED'))));

  void(invoice: PlainInvoice): void {
    if (invoice.status === 'CANCELED') return;
    invoice.status = 'CANCELED';
    this.draft(invoice.sale);
  }

  merge(from: PlainBuyer, into: PlainBuyer): void {
    const moved = this.wallets.filter(({ buyer }) => now(buyer) === from);
    into.byDefault ??= from.byDefault;
    into.byCurrency = { ...from.byCurrency, ...into.byCurrency };
    from.merged = into;
    // Simultaneous new wallets result in a single payment attempt.
    const occasions = new Map<string, PlainCredit | PlainCard>();
    for (const wallet of moved.filter(this.#pays)) {
      const from = 'total' in wallet ? Math.max(wallet.from, this.time) : 'card';
      const occasion = `${wallet.currency ?? 'any'} ${from}`;
      if (!occasions.has(occasion)) occasions.set(occasion, wallet);
    }
    for (const [occasion, wallet] of occasions)
      if (occasion === 'any card' || !occasions.has('any card') || 'total' in wallet) this.fund(wallet);
  }

  /** Returns the amounts on the entitlement: sold without tax, invoiced with tax, and paid less refunds. */
  amounts(sale: PlainSale): { gross: number; invoiced: number; disbursed: number } {
    const issued = this.invoices.filter((one) => one.sale === sale && one.status === 'FINALIZED');
    return {
      gross: sum(
        issued.map(
          ({ due, tax, taxes, credited }) =>
            due - tax - credited + (credited === 0 ? 0 : sum(taxes.map((one) => share(credited * one, due)))),
        ),
      ),
      invoiced: sum(issued.map(({ due, credited }) => due - credited)),
      disbursed: sum(issued.map((invoice) => invoice.paid - refunded(invoice))),
    };
  }
}
