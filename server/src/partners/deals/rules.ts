import { type Finding, invalid } from '../../platform/errors.ts';
import { coinProblem } from '../../platform/money-and-time/coins.ts';
import { companyDomain, noCompanyDomain } from '../domains.ts';
import { findingsOfAccount, findingsOfCountry } from '../fields.ts';
import type { DealRow } from './columns.ts';
import type { DealCustomer, UpdateDealCustomer, UpdateDealRegistrationParams } from './records.ts';

/** The fields of a deal registration that a caller sets, as they are stored. */
export type DealFields = Pick<
  DealRow,
  | 'name'
  | 'product_ids'
  | 'amount'
  | 'currency'
  | 'expected_close_date'
  | 'notes'
  | 'customer_name'
  | 'customer_domain'
  | 'customer_country'
  | 'customer_partner'
  | 'customer_account_id'
  | 'crm_a_account_id'
>;

/** The fields of a new deal registration, all unset. */
export const noDealFields: DealFields = {
  name: null,
  product_ids: [],
  amount: null,
  currency: null,
  expected_close_date: null,
  notes: null,
  customer_name: null,
  customer_domain: null,
  customer_country: null,
  customer_partner: null,
  customer_account_id: null,
  crm_a_account_id: null,
};

/** The new value of a text. If absent, the old value is kept; null and an empty text remove the value. */
const updatedText = (given: string | null | undefined, before: string | null): string | null =>
  given === undefined ? before : given || null;

function findingsOfCustomer({ domain, account, country }: DealCustomer | UpdateDealCustomer): Finding[] {
  const at = '/customer';
  return [
    ...(domain && !companyDomain(domain) ? [{ pointer: `${at}/domain`, message: noCompanyDomain }] : []),
    ...(account ? findingsOfAccount(account, `${at}/account`) : []),
    ...(country ? findingsOfCountry(country, `${at}/country`) : []),
  ];
}

function findingsOfAmount({ amount, currency }: DealFields): Finding[] {
  if (amount === null) return [];
  const pointer = '/amount';
  if (Number(amount) < 0) return [{ pointer, message: 'must not be negative' }];
  if (!currency) return [{ pointer: '/currency', message: 'is required with an amount' }];
  const message = coinProblem(Number(amount), currency);
  return message ? [{ pointer, message }] : [];
}

type DealInput = UpdateDealRegistrationParams | { customer?: DealCustomer };

/**
 * Applies a body to the stored fields.
 * @throws 400 that names each invalid field
 */
export function dealFieldsOf(
  given: DealInput & UpdateDealRegistrationParams,
  before: DealFields = noDealFields,
): DealFields {
  // Removing the customer unsets each of its fields.
  const customer = given.customer === null ? unsaid : (given.customer ?? {});
  const { account } = customer;
  const said: DealFields = {
    name: updatedText(given.name, before.name),
    product_ids: given.productIds === undefined ? before.product_ids : [...new Set(given.productIds)],
    amount: given.amount === undefined ? before.amount : (given.amount?.toString() ?? null),
    currency: updatedText(given.currency, before.currency),
    expected_close_date: updatedText(given.expectedCloseDate, before.expected_close_date),
    notes: updatedText(given.notes, before.notes),
    customer_name: updatedText(customer.name, before.customer_name),
    customer_domain: customer.domain
      ? (companyDomain(customer.domain) ?? null)
      : updatedText(customer.domain, before.customer_domain),
    customer_country: updatedText(customer.country, before.customer_country)?.toUpperCase() ?? null,
    customer_partner: account === undefined ? before.customer_partner : (account?.partner ?? null),
    customer_account_id:
      account === undefined ? before.customer_account_id : (account?.accountId?.trim() ?? null),
    crm_a_account_id: updatedText(customer.crmAAccountId, before.crm_a_account_id),
  };
  const findings = [...findingsOfCustomer(customer), ...findingsOfAmount(said)];
  if (findings.length > 0) throw invalid(findings);
  return said;
}

const unsaid: UpdateDealCustomer = {
  account: null,
  country: null,
  crmAAccountId: null,
  domain: null,
  name: null,
};

type Customer = Pick<
  DealFields,
  'customer_domain' | 'customer_partner' | 'customer_account_id' | 'crm_a_account_id'
>;

export const keyOfDomain = (domain: string): string => `DOMAIN:${domain}`;
export const keyOfAccount = (partner: string, accountId: string): string => `ACCOUNT:${partner}:${accountId}`;
export const keyOfCrmA = (accountId: string): string => `CRM_A:${accountId}`;

/** The keys that identify a customer. Each key can be protected. */
export const keysOf = (customer: Customer): string[] => [
  ...(customer.customer_domain ? [keyOfDomain(customer.customer_domain)] : []),
  ...(customer.customer_partner && customer.customer_account_id
    ? [keyOfAccount(customer.customer_partner, customer.customer_account_id)]
    : []),
  ...(customer.crm_a_account_id ? [keyOfCrmA(customer.crm_a_account_id)] : []),
];

/**
 * Requires the fields of a submission.
 * @throws 400 that names the missing fields
 */
export function requireComplete(deal: DealFields): void {
  const findings: Finding[] = [
    ...(keysOf(deal).length > 0
      ? []
      : [{ pointer: '/customer', message: 'must have a domain, an account or crmAAccountId' }]),
    ...(deal.product_ids.length > 0
      ? []
      : [{ pointer: '/productIds', message: 'must have at least one product' }]),
  ];
  if (findings.length > 0) throw invalid(findings);
}

/** Returns whether a change results in a different deal than the deal that was or is being decided on. */
export const isAnother = (before: DealFields, after: DealFields): boolean =>
  keysOf(before).join('\n') !== keysOf(after).join('\n') ||
  before.customer_name !== after.customer_name ||
  before.customer_country !== after.customer_country ||
  before.product_ids.toSorted().join('\n') !== after.product_ids.toSorted().join('\n');

const dayMs = 86_400_000;

/** The end of a protection that begins now. */
export const protectionEnd = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs);
