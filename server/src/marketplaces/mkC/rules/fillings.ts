import { fillExpiry, fillInfo } from '../../rules/checks.ts';
import type { Filling } from '../../rules/contract.ts';
import { expiresBefore } from './dates.ts';
import type { OfferOfC } from './terms.ts';

/** Creates the filling of a field of a record in info. */
const fillRecord = (words: string, record: string, values: Readonly<Record<string, unknown>>): Filling => ({
  words,
  fill: ({ info }) => ({ info: { ...info, [record]: { ...(info[record] as object), ...values } } }),
});

const buyer = 'uses its demonstration buyer';

/** The values that the sandbox uses for missing fields of an offer on marketplace C. */
export const fillings: Readonly<Record<string, Filling>> = {
  '/name': { words: 'uses the title Private offer', fill: () => ({ name: 'Private offer' }) },
  '/expireTime': fillExpiry(
    'lets the offer expire after 30 days, or before its start, its end and its instalments',
    (spec, now) => expiresBefore(spec as OfferOfC, now),
  ),
  '/info/mkCOfferDealType': fillInfo('uses the deal type NEW', 'mkCOfferDealType', 'NEW'),
  '/info/mkCProviderInfo/salesContactName': fillRecord('uses a placeholder', 'mkCProviderInfo', {
    salesContactName: 'Demonstration vendor',
  }),
  '/info/mkCCustomerInfo/organization': fillRecord(buyer, 'mkCCustomerInfo', {
    organization: 'Demonstration buyer',
  }),
  '/info/mkCCustomerInfo/contact': fillRecord(buyer, 'mkCCustomerInfo', { contact: 'Demonstration buyer' }),
  '/info/mkCCustomerInfo/unverifiedBillingAccount': fillRecord(
    'uses the account of its demonstration buyer',
    'mkCCustomerInfo',
    { unverifiedBillingAccount: '000000-000000-000001' },
  ),
  '/info/startTime': { words: 'starts the offer on its acceptance' },
  '/info/mkCPlans': { words: 'creates a plan from the terms of the offer' },
};
