import type { Finding } from '../../platform/errors.ts';
import { isCountry } from '../../platform/records/countries.ts';
import { InvoiceIssuer } from '../records.ts';
import { type ConfigurationRecord, isEmailAddress } from './define.ts';

const mostTaxIds = 10;

/** Who issues invoices: what is empty is not kept, so that an invoice shows nothing empty. */
export const invoiceIssuer: ConfigurationRecord = {
  name: 'invoiceIssuer',
  word: 'InvoiceIssuer',
  group: 'Organization',
  summary: 'the issuer of invoices',
  description: 'Invoices that were issued keep what they were issued with.',
  schema: InvoiceIssuer,
  check: ({ country, emailAddress, taxIds = [] }: InvoiceIssuer): Finding[] => [
    ...(country && !isCountry(country)
      ? [{ pointer: '/country', message: 'must be an ISO 3166-1 alpha-2 country code' }]
      : []),
    ...(emailAddress && !isEmailAddress(emailAddress)
      ? [{ pointer: '/emailAddress', message: 'must be an e-mail address, or empty' }]
      : []),
    ...(taxIds.length > mostTaxIds
      ? [{ pointer: '/taxIds', message: `must have at most ${mostTaxIds} items` }]
      : []),
    ...taxIds.flatMap((id, index) =>
      id.trim() === '' ? [{ pointer: `/taxIds/${index}`, message: 'must not be empty' }] : [],
    ),
  ],
  complete: ({ country, ...next }: InvoiceIssuer) =>
    Object.fromEntries(
      Object.entries({ ...next, country: country?.toUpperCase() }).filter(
        ([, value]) => value !== undefined && String(value).trim() !== '',
      ),
    ),
};
