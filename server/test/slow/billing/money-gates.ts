import { makeGatesAt, type PlaceOfGate } from '../usage/gates.ts';

/**
 * Points between two steps of billing, paying and reading revenue, at which a process can be stopped
 * permanently.
 */
export const moneyPlaces = {
  'while a draft is written': { on: 'BEFORE INSERT ON invoice_fee FOR EACH ROW', number: 11, isOfAll: true },
  'between draft and issue': {
    on: `BEFORE UPDATE ON invoice FOR EACH ROW WHEN (OLD.status = 'DRAFT' AND NEW.status = 'FINALIZED')`,
    number: 12,
    isOfAll: true,
  },
  'while credit is used': {
    on: 'BEFORE UPDATE ON wallet FOR EACH ROW WHEN (NEW.used_amount > OLD.used_amount)',
    number: 13,
    isOfAll: true,
  },
  'between the charge and what the provider does': {
    on: 'BEFORE INSERT ON sandbox_payment FOR EACH ROW',
    number: 14,
    isOfAll: true,
  },
  'between the provider’s answer and what is kept of it': {
    on: `BEFORE UPDATE ON payment_transaction FOR EACH ROW WHEN (NEW.status <> OLD.status)`,
    number: 15,
    isOfAll: true,
  },
  'while a page of revenue is kept': {
    on: 'BEFORE INSERT ON revenue_cursor FOR EACH ROW',
    number: 16,
    isOfAll: true,
  },
  'between the last page and the payouts’ events': {
    on: 'BEFORE INSERT ON revenue_payout FOR EACH ROW',
    number: 17,
    isOfAll: true,
  },
} as const satisfies Readonly<Record<string, PlaceOfGate>>;
export type MoneyPlace = keyof typeof moneyPlaces;
export const allMoneyPlaces = Object.keys(moneyPlaces) as MoneyPlace[];

export const makeMoneyGates = (connectionString: string) => makeGatesAt(connectionString, moneyPlaces);
