import {
  DescribeAgreementCommand,
  GetAgreementCancellationRequestCommand,
  GetAgreementEntitlementsCommand,
  GetAgreementTermsCommand,
  ListAgreementCancellationRequestsCommand,
  SearchAgreementsCommand,
  SendAgreementCancellationRequestCommand,
} from '@aws-sdk/client-marketplace-agreement';
import { DescribeChangeSetCommand, StartChangeSetCommand } from '@aws-sdk/client-marketplace-catalog';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Clients, clientsFor, privateOffer, refusalOf } from '../clients.fixture.ts';
import { type MkA, startMkA } from '../server.ts';

let mkA: MkA;
let seller: ReturnType<MkA['addSeller']>;
let clients: Clients;
const started: MkA[] = [];
beforeEach(async () => {
  mkA = await startMkA({ now: () => Date.parse('2030-01-01T12:00:00Z') });
  started.push(mkA);
  seller = mkA.addSeller();
  clients = clientsFor(mkA.url, seller);
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

const buyer = '111122223333';
const day = 86_400_000;
const find = (...filters: [string, string][]) => {
  const all = [['PartyType', 'Proposer'], ['AgreementType', 'PurchaseAgreement'], ...filters] as [
    string,
    string,
  ][];
  return clients.agreement.send(
    new SearchAgreementsCommand({
      catalog: 'AWSMarketplace',
      filters: all.map(([name, value]) => ({ name, values: [value] })),
      sort: { sortBy: 'LastUpdateTime', sortOrder: 'ASCENDING' },
    }),
  );
};
const idsOf = async (...filters: [string, string][]) =>
  (await find(...filters)).agreementViewSummaries?.map(({ agreementId }) => agreementId);
const describe = (agreementId: string) =>
  clients.agreement.send(new DescribeAgreementCommand({ agreementId }));

test("an accepted private offer becomes an agreement with its terms, the buyer's choice and a license", async () => {
  const product = seller.addProduct();
  const { ChangeSetId } = await clients.catalog.send(
    new StartChangeSetCommand({ Catalog: 'AWSMarketplace', ChangeSet: privateOffer(product.id, { buyer }) }),
  );
  mkA.settle();
  const set = await clients.catalog.send(
    new DescribeChangeSetCommand({ Catalog: 'AWSMarketplace', ChangeSetId }),
  );
  const offerId = (set.ChangeSet?.[0]?.Entity?.Identifier ?? '').replace(/@.*/, '');
  expect(() => mkA.buyerAccepts(offerId, { buyer: '999999999999' })).toThrow('is not for 999999999999');
  const { id } = mkA.buyerAccepts(offerId, { dimensions: { seats: 5 } });
  expect(await idsOf(['OfferId', offerId])).toEqual([id]);
  const shown = await describe(id);
  expect(shown).toMatchObject({
    status: 'ACTIVE',
    acceptor: { accountId: buyer },
    proposer: { accountId: seller.accountId },
    proposalSummary: { offerId, resources: [{ id: product.id, type: 'SaaSProduct' }] },
    estimatedCharges: { agreementValue: '1500.00', currencyCode: 'USD' },
    initialAgreementId: id,
    endTimeBehavior: { type: 'EXPIRE', reasonCode: 'NO_RENEWAL_TERM' },
  });
  expect([shown.startTime?.toISOString(), shown.endTime?.toISOString()]).toEqual([
    '2030-01-01T12:03:00.000Z',
    '2031-01-01T12:03:00.000Z',
  ]);
  const { acceptedTerms = [] } = await clients.agreement.send(
    new GetAgreementTermsCommand({ agreementId: id }),
  );
  expect(acceptedTerms.flatMap((term) => Object.keys(term))).toEqual([
    'legalTerm',
    'configurableUpfrontPricingTerm',
  ]);
  expect(acceptedTerms[1]?.configurableUpfrontPricingTerm?.configuration).toEqual({
    selectorValue: 'P12M',
    dimensions: [{ dimensionKey: 'seats', dimensionValue: 5 }],
  });
  const { agreementEntitlements } = await clients.agreement.send(
    new GetAgreementEntitlementsCommand({ agreementId: id }),
  );
  expect(agreementEntitlements).toMatchObject([{ status: 'PROVISIONED', resource: { id: product.id } }]);
  const { agreement } = clientsFor(mkA.url, mkA.addSeller());
  expect(await refusalOf(agreement.send(new DescribeAgreementCommand({ agreementId: id })))).toMatchObject({
    name: 'ResourceNotFoundException',
    status: 404,
  });
});

test('instalments, dates and renewal of an offer reach the official client unchanged', async () => {
  const offer = seller.addOffer(seller.addProduct(), {
    buyer,
    terms: [
      {
        Type: 'FixedUpfrontPricingTerm',
        CurrencyCode: 'USD',
        Price: '0.00',
        Grants: [{ DimensionKey: 'seats', MaxQuantity: 3 }],
      },
      {
        Type: 'PaymentScheduleTerm',
        CurrencyCode: 'USD',
        Schedule: [{ ChargeDate: '2030-03-01', ChargeAmount: '10.50' }],
      },
      { Type: 'ValidityTerm', AgreementStartDate: '2030-02-01', AgreementEndDate: '2030-12-31' },
      { Type: 'RenewalTerm', PriceIncrease: { Type: 'FixedPercentage', Value: '3.00' } },
    ],
  });
  const { id } = mkA.buyerAccepts(offer.id, { autoRenew: false });
  const { acceptedTerms: terms = [] } = await clients.agreement.send(
    new GetAgreementTermsCommand({ agreementId: id }),
  );
  expect(terms[0]?.fixedUpfrontPricingTerm?.grants).toEqual([{ dimensionKey: 'seats', maxQuantity: 3 }]);
  expect(terms[1]?.paymentScheduleTerm?.schedule).toEqual([
    { chargeDate: new Date('2030-03-01T00:00:00Z'), chargeAmount: '10.50' },
  ]);
  expect(terms[2]?.validityTerm?.agreementEndDate).toEqual(new Date('2030-12-31T23:59:59.999Z'));
  expect(terms[3]?.renewalTerm).toMatchObject({
    configuration: { enableAutoRenew: false },
    priceIncrease: { fixedPercentage: { value: '3.00' } },
  });
  const entitlements = () => clients.agreement.send(new GetAgreementEntitlementsCommand({ agreementId: id }));
  expect((await entitlements()).agreementEntitlements?.[0]?.status).toBe('SCHEDULED');
  mkA.pass(40 * day);
  expect((await entitlements()).agreementEntitlements?.[0]?.status).toBe('PROVISIONED');
  mkA.pass(365 * day);
  expect((await describe(id)).status).toBe('EXPIRED');
});

test('a renewal or replacement is a new agreement with the same initial agreement', async () => {
  const product = seller.addProduct();
  const renewing = [{ Type: 'RenewalTerm' }, { Type: 'ValidityTerm', AgreementDuration: 'P1M' }];
  const first = mkA.buyerAccepts(seller.addOffer(product, { buyer, terms: renewing }).id);
  mkA.pass(32 * day);
  const [, second] = mkA.agreements();
  expect([first.status, second?.intent, second?.status]).toEqual(['RENEWED', 'RENEW', 'ACTIVE']);
  const replacing = seller.addOffer(product, { buyer, agreementId: second?.id ?? '' });
  const third = mkA.buyerAccepts(replacing.id);
  expect([second?.status, third.intent, third.initialAgreementId]).toEqual(['REPLACED', 'REPLACE', first.id]);
  expect(await idsOf(['InitialAgreementId', first.id], ['Status', 'ACTIVE'])).toEqual([third.id]);
  expect(await idsOf(['InitialAgreementId', first.id])).toHaveLength(3);
  mkA.agreementEnds(third.id, 'TERMINATED');
  expect((await describe(third.id)).status).toBe('TERMINATED');
  const ended = await refusalOf(clients.agreement.send(request(third.id)));
  expect(ended).toMatchObject({
    name: 'ValidationException',
    status: 400,
    error: { reason: 'INACTIVE_AGREEMENT' },
  });
});

test('the catalog creates an offer on an agreement, for its buyer, with an end', async () => {
  const product = seller.addProduct();
  const { id } = mkA.buyerAccepts(seller.addOffer(product, { buyer }).id);
  const [create, ...rest] = privateOffer(product.id, {
    terms: { UpdateTargeting: undefined, UpdateValidityTerms: undefined },
  });
  const replacement = (more: object[]) => [
    { ...create, ChangeType: 'CreateReplacementOffer', DetailsDocument: { AgreementId: id, Name: 'More' } },
    ...rest,
    ...more,
  ];
  const run = async (changes: object[]) => {
    const ChangeSet = changes as NonNullable<ReturnType<typeof privateOffer>>;
    const { ChangeSetId } = await clients.catalog.send(
      new StartChangeSetCommand({ Catalog: 'AWSMarketplace', ChangeSet }),
    );
    mkA.settle();
    return clients.catalog.send(new DescribeChangeSetCommand({ Catalog: 'AWSMarketplace', ChangeSetId }));
  };
  const refused = await run(replacement([]));
  expect(
    refused.ChangeSet?.flatMap(({ ErrorDetailList = [] }) => ErrorDetailList.map((one) => one.ErrorCode)),
  ).toEqual(['MISSING_AGREEMENT_END_DATE']);
  const Terms = [{ Type: 'ValidityTerm', AgreementEndDate: '2033-12-31' }];
  const Entity = { Type: 'Offer@1.0', Identifier: '$CreateOffer.Entity.Identifier' };
  const done = await run(
    replacement([{ ChangeType: 'UpdateValidityTerms', Entity, DetailsDocument: { Terms } }]),
  );
  const offerId = (done.ChangeSet?.[0]?.Entity?.Identifier ?? '').replace(/@.*/, '');
  expect(mkA.buyerAccepts(offerId)).toMatchObject({ acceptor: buyer, previousAgreementId: id });
});

test('a search for agreements requires certain filters, has pages, and can filter by last change', async () => {
  const product = seller.addProduct();
  const made: string[] = [];
  for (let number = 0; number < 53; number += 1) {
    mkA.pass(1000);
    made.push(mkA.buyerAccepts(seller.addOffer(product, { buyer }).id).id);
  }
  const first = await find();
  const second = await clients.agreement.send(new SearchAgreementsCommand({ nextToken: first.nextToken }));
  const all = [...(first.agreementViewSummaries ?? []), ...(second.agreementViewSummaries ?? [])];
  expect([all.map(({ agreementId }) => agreementId), second.nextToken]).toEqual([made, undefined]);
  const since = all[50]?.lastUpdateTime?.toISOString() ?? '';
  expect(await idsOf(['AfterLastUpdateTime', since])).toEqual(made.slice(51));
  mkA.buyerAmends(made[0] ?? '', { dimensions: { seats: 9 } });
  expect(await idsOf(['AfterLastUpdateTime', since])).toEqual([...made.slice(51), made[0]]);
  mkA.lag(10_000);
  mkA.agreementEnds(made[1] ?? '');
  expect(await idsOf(['Status', 'CANCELLED'])).toEqual([]);
  mkA.pass(10_000);
  expect(await idsOf(['Status', 'CANCELLED'])).toEqual([made[1]]);
  const bare = new SearchAgreementsCommand({
    filters: [{ name: 'AgreementType', values: ['PurchaseAgreement'] }],
  });
  expect(await refusalOf(clients.agreement.send(bare))).toMatchObject({
    name: 'ValidationException',
    error: { reason: 'INVALID_FILTERS' },
  });
  expect(await refusalOf(find(['Colour', 'red']))).toMatchObject({
    error: { reason: 'INVALID_FILTER_NAME' },
  });
});

const request = (agreementId: string, clientToken = 'job-1', description = 'By mistake') =>
  new SendAgreementCancellationRequestCommand({
    agreementId,
    clientToken,
    reasonCode: 'INCORRECT_TERMS_ACCEPTED',
    description,
  });

test('a buyer approves or rejects a cancellation request, or consents by silence for seven days', async () => {
  const product = seller.addProduct();
  const accepted = () => mkA.buyerAccepts(seller.addOffer(product, { buyer }).id).id;
  const statusOf = async (agreementId: string, id = '') => {
    const get = new GetAgreementCancellationRequestCommand({
      agreementId,
      agreementCancellationRequestId: id,
    });
    const { status, statusMessage } = await clients.agreement.send(get);
    return [status, statusMessage, (await describe(agreementId)).status];
  };
  const one = accepted();
  const first = await clients.agreement.send(request(one));
  expect((await clients.agreement.send(request(one))).agreementCancellationRequestId).toBe(
    first.agreementCancellationRequestId,
  );
  expect(await refusalOf(clients.agreement.send(request(one, 'job-1', 'Other')))).toMatchObject({
    error: { reason: 'INVALID_CLIENT_TOKEN' },
  });
  expect(await refusalOf(clients.agreement.send(request(one, 'job-2')))).toMatchObject({
    name: 'ConflictException',
    status: 409,
  });
  expect(await statusOf(one, first.agreementCancellationRequestId)).toEqual([
    'PENDING_APPROVAL',
    '',
    'ACTIVE',
  ]);
  mkA.buyerRejects(first.agreementCancellationRequestId ?? '', 'No');
  expect(await statusOf(one, first.agreementCancellationRequestId)).toEqual(['REJECTED', 'No', 'ACTIVE']);
  const again = await clients.agreement.send(request(one, 'job-3'));
  mkA.buyerApproves(again.agreementCancellationRequestId ?? '');
  expect(await statusOf(one, again.agreementCancellationRequestId)).toEqual(['APPROVED', '', 'CANCELLED']);
  const two = accepted();
  const silent = await clients.agreement.send(request(two, 'job-4'));
  mkA.pass(8 * day);
  expect(await statusOf(two, silent.agreementCancellationRequestId)).toEqual(['APPROVED', '', 'CANCELLED']);
  const three = accepted();
  mkA.cancellationFails('Agreement has a renewal agreement that must be canceled first');
  const failed = await clients.agreement.send(request(three, 'job-5'));
  mkA.settle();
  expect((await statusOf(three, failed.agreementCancellationRequestId))[0]).toBe('VALIDATION_FAILED');
  const { items } = await clients.agreement.send(
    new ListAgreementCancellationRequestsCommand({ partyType: 'Proposer', status: 'APPROVED' }),
  );
  expect(items).toHaveLength(2);
});
