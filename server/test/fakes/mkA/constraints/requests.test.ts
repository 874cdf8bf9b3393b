import { expect, test } from 'vitest';
import { takeViolations } from '../../violations.ts';
import { offerDetails } from './offer-details.ts';
import { productDetails } from './product-details.ts';
import { checkRequest } from './requests.ts';
import { resaleDetails } from './resale-details.ts';

const since = (AfterValue: string) => ({
  Catalog: 'AWSMarketplace',
  EntityType: 'Offer',
  EntityTypeFilters: { OfferFilters: { LastModifiedDate: { DateRange: { AfterValue } } } },
});
const cancellation = (clientToken: string) => ({ agreementId: 'agmt-1', reasonCode: 'OTHER', clientToken });
const session = (DurationSeconds: string) =>
  new URLSearchParams({
    Action: 'AssumeRole',
    RoleArn: 'arn:aws:iam::1:role/x',
    RoleSessionName: 'it',
    DurationSeconds,
  });

test.each([
  ['catalog', 'ListEntities', since('2031-05-12T10:20:00Z'), since('2031-05-12T10:20:00.000Z')],
  ['agreement', 'SendAgreementCancellationRequest', cancellation('job-1'), cancellation('job_1.2')],
  ['sts', 'AssumeRole', session('43200'), session('43201')],
  ['metering', 'BatchMeterUsage', { UsageRecords: [] }, { UsageRecords: [{ Timestamp: 1 }] }],
  ['entitlement', 'GetEntitlements', { ProductCode: 'x' }, { ProductCode: 'x', MaxResults: 26 }],
  ['sqs', 'ReceiveMessage', { QueueUrl: 'x' }, { QueueUrl: 'x', WaitTimeSeconds: 21 }],
] as const)(
  'the operation %s.%s accepts what its model allows, refuses other input, and fails the test that sent it',
  (service, operation, good, bad) => {
    const target = { service, operation, protocol: 'JSON', read: () => undefined } as const;
    checkRequest(target, good);
    expect(takeViolations()).toEqual([]);
    expect(() => checkRequest(target, bad)).toThrow('validation error');
    expect(takeViolations()).toEqual([expect.stringContaining(operation)]);
  },
);

test('details of changes accept the published members only', () => {
  const faults = (details: object, check = resaleDetails.UpdateLegalTerms) =>
    check?.(details, '').map(({ field }) => field);
  const eula = (document: object) => ({ Terms: [{ Type: 'BuyerLegalTerm', Documents: [document] }] });
  expect(faults(eula({ Type: 'StandardEula' }))).toEqual([]);
  expect(faults(eula({ Type: 'StandardEula', Version: '2022-07-14' }))).toEqual([
    'Terms[0].Documents[0].Version',
  ]);
  expect(faults({ OffersMaxQuantity: 2 }, resaleDetails.UpdateAvailability)).toEqual(['OffersMaxQuantity']);
  expect(
    faults({ Terms: [{ Type: 'SupportTerm', RefundPolicy: 'Naïve' }] }, offerDetails.UpdateSupportTerms),
  ).toEqual(['Terms[0].RefundPolicy']);
  expect(faults({ ProductTitle: 't'.repeat(73) }, productDetails.UpdateInformation)).toEqual([
    'ProductTitle',
  ]);
});
