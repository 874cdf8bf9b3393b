import type { AcceptedTerm } from '@aws-sdk/client-marketplace-agreement';
import { describe, expect, test } from 'vitest';
import { type AgreementFacts, showAgreement } from './show.ts';
import { quantitiesOf, termsOf } from './terms.ts';

const now = new Date('2031-06-01T00:00:00Z');
const at = (text: string) => new Date(text);
const facts = (described: object = {}, more: Partial<AgreementFacts> = {}): AgreementFacts => ({
  summary: undefined,
  described: {
    agreementId: 'agmt-1',
    status: 'ACTIVE',
    startTime: at('2031-01-01T00:00:00Z'),
    endTime: at('2032-01-01T00:00:00Z'),
    acceptanceTime: at('2030-12-31T00:00:00Z'),
    acceptor: { accountId: '111122223333' },
    ...described,
  },
  chain: [],
  terms: [],
  grants: [],
  entitlements: [],
  isEndAsked: false,
  now,
  ...more,
});
const shown = (described: object = {}, more: Partial<AgreementFacts> = {}) =>
  showAgreement('agmt-1', facts(described, more));

describe('an agreement', () => {
  test.each<[status: string, more: object, expected: string]>([
    ['ACTIVE', {}, 'ACTIVE'],
    ['ACTIVE', { startTime: at('2031-07-01T00:00:00Z') }, 'PENDING_START'],
    ['RENEWED', {}, 'ACTIVE'],
    ['REPLACED', {}, 'ACTIVE'],
    ['SUPERSEDED', {}, 'ACTIVE'],
    ...['CANCELLED', 'EXPIRED', 'TERMINATED', 'ROLLED_BACK', 'ARCHIVED'].map(
      (status): [string, object, string] => [status, {}, 'CANCELLED'],
    ),
  ])('%s is shown in our words', (status, more, expected) => {
    expect(shown({ status, ...more })).toMatchObject({ status: expected, externalStatus: status });
  });

  test('whose buyer is asked for its end is to end', () => {
    expect(shown({}, { isEndAsked: true }).status).toBe('PENDING_CANCEL');
  });

  test('without an end has none', () => {
    expect(shown({ endTime: at('9999-01-01T00:00:00Z') }).endTime).toBeUndefined();
  });

  test('follows the one before it, by renewal or in its place', () => {
    const chain = [
      { agreementId: 'agmt-3', startTime: at('2032-01-01T00:00:00Z') },
      { agreementId: 'agmt-0', startTime: at('2030-01-01T00:00:00Z'), status: 'RENEWED' as const },
      { agreementId: 'agmt-1', startTime: at('2031-01-01T00:00:00Z') },
    ];
    expect(shown({}, { chain }).succeeds).toEqual({ externalId: 'agmt-0', renewal: true });
    const replaced = chain.map((one) => (one.status ? { ...one, status: 'REPLACED' as const } : one));
    expect(shown({}, { chain: replaced }).succeeds).toEqual({ externalId: 'agmt-0', renewal: false });
    expect(shown({}, { chain: chain.slice(2) }).succeeds).toBeUndefined();
  });
});

describe('its terms', () => {
  test('show what was bought of what was offered', () => {
    const card = (value: string, price: string) => ({
      selector: { type: 'Duration', value },
      constraints: { quantityConfiguration: 'Allowed' },
      rateCard: [
        { dimensionKey: 'seats', price },
        { dimensionKey: 'other', price: '9' },
      ],
    });
    const terms = [
      {
        configurableUpfrontPricingTerm: {
          currencyCode: 'USD',
          rateCards: [card('P12M', '600'), card('P24M', '1100')],
          configuration: {
            selectorValue: 'P24M',
            dimensions: [{ dimensionKey: 'seats', dimensionValue: 3 }],
          },
        },
      },
    ] as AcceptedTerm[];
    expect(quantitiesOf(terms)).toEqual({ seats: 3 });
    expect(termsOf(terms)).toEqual({
      currency: 'USD',
      commits: [{ key: 'seats', name: 'seats', rate: 1100, quantity: 3, length: 2, timeUnit: 'YEAR' }],
    });
  });

  test('show fixed prices by their payments', () => {
    const terms = [
      {
        fixedUpfrontPricingTerm: {
          currencyCode: 'EUR',
          price: '0',
          grants: [{ dimensionKey: 'seats', maxQuantity: 2 }],
        },
      },
      {
        paymentScheduleTerm: {
          currencyCode: 'EUR',
          schedule: [{ chargeDate: at('2031-01-10T00:00:00Z'), chargeAmount: '1200.50' }],
        },
      },
      { validityTerm: { agreementDuration: 'P12M' } },
      { netPaymentTerm: { paymentDuePeriod: 'P30D' } },
      { legalTerm: { documents: [{ type: 'StandardEula', version: '2022-07-14' }] } },
    ] as AcceptedTerm[];
    expect(termsOf(terms)).toEqual({
      currency: 'EUR',
      commits: [{ key: 'seats', name: 'seats', quantity: 2, rate: 600.25, length: 1, timeUnit: 'YEAR' }],
      paymentInstallments: [{ amount: 1200.5, chargeOn: '2031-01-10T00:00:00.000Z' }],
      netTermsInDays: 30,
      eulaType: 'SCMP',
    });
  });

  test('show prices of usage, where these are the only prices', () => {
    const terms = [
      {
        usageBasedPricingTerm: {
          currencyCode: 'USD',
          rateCards: [{ rateCard: [{ dimensionKey: 'gpu', price: '0.333' }] }],
        },
      },
    ] as AcceptedTerm[];
    expect(termsOf(terms)).toEqual({
      currency: 'USD',
      dimensions: [{ key: 'gpu', name: 'gpu', rate: 0.333 }],
    });
  });

  test('show payments, where these are the only prices', () => {
    const terms = [
      {
        paymentScheduleTerm: {
          currencyCode: 'EUR',
          schedule: [{ chargeDate: at('2031-01-10T00:00:00Z'), chargeAmount: '1200.50' }],
        },
      },
    ] as AcceptedTerm[];
    expect(termsOf(terms)).toEqual({
      currency: 'EUR',
      paymentInstallments: [{ amount: 1200.5, chargeOn: '2031-01-10T00:00:00.000Z' }],
    });
  });

  test('are none where there is no price among them', () => {
    expect(termsOf([{ supportTerm: { refundPolicy: 'None.' } }] as AcceptedTerm[])).toBeUndefined();
  });
});
