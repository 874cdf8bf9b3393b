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
  cancellationRequest: undefined,
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
  ])("an agreement with the marketplace's status %s is shown with our status", (status, more, expected) => {
    expect(shown({ status, ...more })).toMatchObject({ status: expected, externalStatus: status });
  });

  test('an agreement with a pending cancellation request is shown as pending cancellation', () => {
    expect(
      shown({}, { cancellationRequest: { externalId: 'acr-1', status: 'PENDING_APPROVAL' } }).status,
    ).toBe('PENDING_CANCEL');
  });

  test('an agreement without an end has no end time', () => {
    expect(shown({ endTime: at('9999-01-01T00:00:00Z') }).endTime).toBeUndefined();
  });

  test('an agreement is linked to its predecessor, which it renews or replaces', () => {
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

describe('the terms of an agreement', () => {
  test('show the chosen duration and quantities, and not the other offered ones', () => {
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

  test('show a fixed price by its payments', () => {
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

  test('show usage prices when there are no others', () => {
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

  test('show payments when there are no other prices', () => {
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

  test('are empty when no term has a price', () => {
    expect(termsOf([{ supportTerm: { refundPolicy: 'None.' } }] as AcceptedTerm[])).toBeUndefined();
  });
});
