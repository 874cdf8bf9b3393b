import {
  CancelChangeSetCommand,
  type Change,
  DescribeChangeSetCommand,
  DescribeEntityCommand,
  ListChangeSetsCommand,
  ListEntitiesCommand,
  StartChangeSetCommand,
} from '@aws-sdk/client-marketplace-catalog';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Clients, clientsFor, privateOffer, refusalOf } from '../clients.fixture.ts';
import { type MkA, startMkA } from '../server.ts';

let mkA: MkA;
let seller: ReturnType<MkA['addSeller']>;
let catalog: Clients['catalog'];
const started: MkA[] = [];
beforeEach(async () => {
  mkA = await startMkA({ now: () => Date.parse('2030-01-01T12:00:00Z') });
  started.push(mkA);
  mkA.limitRates(false);
  seller = mkA.addSeller();
  catalog = clientsFor(mkA.url, seller).catalog;
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

const Catalog = 'AWSMarketplace';
type Changes = Change[];
type RefusedRequest = { $response: { headers: Record<string, string> } } & Error;
const start = (ChangeSet: Changes, more: { ClientRequestToken?: string; ChangeSetName?: string } = {}) =>
  catalog.send(new StartChangeSetCommand({ Catalog, ChangeSet, ...more }));
const describe = (ChangeSetId: string | undefined) =>
  catalog.send(new DescribeChangeSetCommand({ Catalog, ChangeSetId }));
const settled = async (changes: Changes) => {
  const { ChangeSetId } = await start(changes);
  mkA.settle();
  return describe(ChangeSetId);
};
const codesOf = (set: Awaited<ReturnType<typeof describe>>) =>
  set.ChangeSet?.flatMap(({ ErrorDetailList = [] }) => ErrorDetailList.map(({ ErrorCode }) => ErrorCode));
const released = async (changes: Changes) => {
  const { Status, ChangeSet = [] } = await settled(changes);
  expect(Status).toBe('SUCCEEDED');
  return (ChangeSet[0]?.Entity?.Identifier ?? '').replace(/@\d+$/, '');
};
const change = (offerId: string, ChangeType: string, DetailsDocument: Change['DetailsDocument']): Changes => [
  { ChangeType, Entity: { Type: 'Offer@1.0', Identifier: offerId }, DetailsDocument },
];

test('a private offer passes through PREPARING, APPLYING and SUCCEEDED, and shows nothing of its change set', async () => {
  const product = seller.addProduct();
  const { ChangeSetId } = await start(privateOffer(product.id, { name: 'Twelve months' }), {
    ChangeSetName: 'ofr_canary',
    ClientRequestToken: 'token-canary',
  });
  expect((await describe(ChangeSetId)).Status).toBe('PREPARING');
  mkA.pass(61_000);
  expect((await describe(ChangeSetId)).Status).toBe('APPLYING');
  expect(mkA.offersOf(seller.accountId)).toEqual([]);
  mkA.pass(121_000);
  const done = await describe(ChangeSetId);
  expect([done.Status, done.ChangeSetName]).toEqual(['SUCCEEDED', 'ofr_canary']);
  const id = done.ChangeSet?.[0]?.Entity?.Identifier ?? '';
  expect(id).toMatch(/^offer-[a-z2-7]{13}@1$/);
  const shown = await catalog.send(new DescribeEntityCommand({ Catalog, EntityId: id.replace(/@.*/, '') }));
  expect([shown.EntityType, shown.EntityIdentifier]).toEqual(['Offer@1.0', id]);
  expect(shown.DetailsDocument).toMatchObject({
    State: 'Released',
    Name: 'Twelve months',
    ProductId: product.id,
    Rules: [
      { Type: 'TargetingRule', PositiveTargeting: { BuyerAccounts: ['111122223333'] } },
      { Type: 'AvailabilityRule', AvailabilityEndDate: '2031-05-31T23:59:59.999Z' },
    ],
  });
  expect(JSON.stringify(shown)).not.toContain('canary');
});

test('errors of a set are reported later, at the change concerned, and the set has no effect', async () => {
  const product = seller.addProduct();
  const without = (type: string) => privateOffer(product.id, { terms: { [type]: undefined } });
  const failures: [Changes, string[]][] = [
    [without('UpdateInformation'), ['MISSING_DESCRIPTION']],
    [without('UpdateLegalTerms'), ['MISSING_MANDATORY_TERMS']],
    [without('UpdateAvailability'), ['MISSING_AVAILABILITY_END_DATE']],
    [privateOffer(product.id, { until: '2020-01-01' }), ['INVALID_AVAILABILITY_END_DATE']],
    [
      privateOffer(product.id, {
        terms: {
          UpdateValidityTerms: {
            Terms: [{ Type: 'ValidityTerm', AgreementDuration: 'P12M', AgreementEndDate: '2032-01-01' }],
          },
        },
      }),
      ['INVALID_AGREEMENT_TIME_INTERVAL', 'INCOMPATIBLE_TERMS'],
    ],
    [
      privateOffer(product.id, {
        terms: { UpdateValidityTerms: { Terms: [{ Type: 'ValidityTerm', AgreementDuration: 'P12M' }] } },
      }),
      ['INCOMPATIBLE_TERMS'],
    ],
    [
      privateOffer(product.id, {
        terms: {
          UpdateValidityTerms: { Terms: [{ Type: 'ValidityTerm', AgreementDuration: 'P12M' }] },
          UpdatePricingTerms: {
            PricingModel: 'Usage',
            Terms: [
              {
                Type: 'UsageBasedPricingTerm',
                CurrencyCode: 'USD',
                RateCards: [{ RateCard: [{ DimensionKey: 'unknown', Price: '0.12345678' }] }],
              },
            ],
          },
        },
      }),
      ['INCOMPATIBLE_PRODUCT'],
    ],
    [privateOffer(seller.addProduct({ visibility: 'Restricted' }).id), ['INCOMPATIBLE_PRODUCT']],
  ];
  for (const [changes, codes] of failures) {
    const set = await settled(changes);
    expect([set.Status, set.FailureCode, codesOf(set)]).toEqual(['FAILED', 'CLIENT_ERROR', codes]);
  }
  expect(mkA.offersOf(seller.accountId)).toEqual([]);
});

test('invalid shapes, sizes and duplicates get 422 immediately, unknown products 404, and products of others 403', async () => {
  const { id } = seller.addProduct();
  const wrong: [Changes, string][] = [
    [privateOffer(id, { name: 'x'.repeat(151) }), 'Name: Length must be between 1 and 150 characters'],
    [privateOffer(id, { name: 'a <b>' }), 'Name: Must not contain illegal characters (\\, <, >)'],
    [privateOffer(id, { buyer: '1' }), 'PositiveTargeting.BuyerAccounts[0]: AWS account IDs'],
    [privateOffer(id, { until: '31.05.2031' }), 'AvailabilityEndDate: Date must be formatted like'],
    [[...privateOffer(id), ...privateOffer(id).slice(1)], 'is more than once for the same entity'],
    [privateOffer(id, { terms: { UpdateEverything: {} } }), 'Change type UpdateEverything is not supported'],
    [
      Array.from({ length: 21 }, () => privateOffer(id)[0]) as Changes,
      "at 'ChangeSet' failed to satisfy constraint: List size must be between 1 and 20",
    ],
  ];
  for (const [changes, words] of wrong)
    expect(await refusalOf(start(changes))).toMatchObject({
      name: 'ValidationException',
      status: 422,
      message: expect.stringContaining(words),
    });
  expect(await refusalOf(start(privateOffer('prod-unknown')))).toMatchObject({
    name: 'ResourceNotFoundException',
    status: 404,
  });
  expect(await refusalOf(start(privateOffer(mkA.addSeller().addProduct().id)))).toMatchObject({
    name: 'AccessDeniedException',
    status: 403,
  });
  expect(mkA.changeSets()).toEqual([]);
});

test('a token with the same body creates one set; with another body it is refused', async () => {
  const product = seller.addProduct();
  const once = { ClientRequestToken: 'job-1', ChangeSetName: 'ofr_1' };
  const first = await start(privateOffer(product.id), once);
  const again = await start(privateOffer(product.id), once);
  expect(again.ChangeSetId).toBe(first.ChangeSetId);
  expect(await refusalOf(start(privateOffer(product.id, { name: 'Other' }), once))).toMatchObject({
    name: 'ValidationException',
    status: 422,
  });
  mkA.settle();
  expect(mkA.offersOf(seller.accountId)).toHaveLength(1);
});

test('a set whose response was lost after the commit is found by its name once lists show it', async () => {
  const product = seller.addProduct();
  mkA.lag(30_000);
  mkA.dropNextAnswer('StartChangeSet', { afterCommit: true });
  expect(await refusalOf(start(privateOffer(product.id), { ChangeSetName: 'ofr_2' }))).toBeDefined();
  const find = async () => {
    const FilterList = [{ Name: 'ChangeSetName', ValueList: ['ofr_2'] }];
    const { ChangeSetSummaryList = [] } = await catalog.send(
      new ListChangeSetsCommand({ Catalog, FilterList }),
    );
    return ChangeSetSummaryList.map(({ Status }) => Status);
  };
  expect(await find()).toEqual([]);
  mkA.pass(31_000);
  expect(await find()).toEqual(['PREPARING']);
  mkA.dropNextAnswer('StartChangeSet', { afterCommit: false });
  await refusalOf(start(privateOffer(product.id)));
  expect(mkA.changeSets()).toHaveLength(1);
});

test('an entity is locked while a set changes it (423), and a set can be cancelled before it is applied', async () => {
  const offerId = await released(privateOffer(seller.addProduct().id));
  const later = change(offerId, 'UpdateAvailability', { AvailabilityEndDate: '2031-12-31' });
  const { ChangeSetId } = await start(later);
  expect(await refusalOf(start(change(offerId, 'UpdateInformation', { Name: 'New' })))).toMatchObject({
    name: 'ResourceInUseException',
    status: 423,
  });
  await catalog.send(new CancelChangeSetCommand({ Catalog, ChangeSetId }));
  expect((await describe(ChangeSetId)).Status).toBe('CANCELLED');
  const second = await start(later);
  mkA.pass(61_000);
  expect(
    await refusalOf(catalog.send(new CancelChangeSetCommand({ Catalog, ChangeSetId: second.ChangeSetId }))),
  ).toMatchObject({ name: 'ResourceInUseException' });
  mkA.settle();
  expect(mkA.offer(offerId)).toMatchObject({ availabilityEndDate: '2031-12-31', revision: 2 });
});

test('a released offer can change its date, duration and name, and a past date ends it', async () => {
  const usage = { Type: 'UsageBasedPricingTerm', CurrencyCode: 'USD' };
  const RateCards = [{ RateCard: [{ DimensionKey: 'usedHours', Price: '0.10' }] }];
  const terms = {
    UpdatePricingTerms: { PricingModel: 'Usage', Terms: [{ ...usage, RateCards }] },
    UpdateValidityTerms: { Terms: [{ Type: 'ValidityTerm', AgreementDuration: 'P12M' }] },
  };
  const offerId = await released(privateOffer(seller.addProduct().id, { terms }));
  const { UpdateTargeting, UpdateLegalTerms } = Object.fromEntries(
    privateOffer('prod-any').map((one) => [one.ChangeType, one.DetailsDocument]),
  );
  for (const [type, details, code] of [
    ['UpdateTargeting', UpdateTargeting, 'INCOMPATIBLE_TARGETING'],
    ['UpdateLegalTerms', UpdateLegalTerms, 'INCOMPATIBLE_TERMS'],
    ['ReleaseOffer', {}, 'INVALID_UPDATE_REQUEST'],
  ] as const)
    expect(codesOf(await settled(change(offerId, type, details)))).toEqual([code]);
  const changed = await settled([
    ...change(offerId, 'UpdateValidityTerms', {
      Terms: [{ Type: 'ValidityTerm', AgreementDuration: 'P24M' }],
    }),
    ...change(offerId, 'UpdateAvailability', { AvailabilityEndDate: '2020-01-01' }),
  ]);
  expect(changed.Status).toBe('SUCCEEDED');
  const term = { Terms: [{ Type: 'ValidityTerm', AgreementDuration: 'P36M' }] };
  expect(codesOf(await settled(change(offerId, 'UpdateValidityTerms', term)))).toEqual([
    'INCOMPATIBLE_TERMS',
  ]);
  mkA.refusesPastAvailability(true);
  const past = change(offerId, 'UpdateAvailability', { AvailabilityEndDate: '2020-01-02' });
  expect(codesOf(await settled(past))).toEqual(['INVALID_AVAILABILITY_END_DATE']);
});

test('a test can make a set fail with a published code, or by a service fault', async () => {
  const product = seller.addProduct();
  mkA.changeSetFails(
    'INCOMPATIBLE_SELLER_VERIFICATION',
    'Complete all required seller verification processes.',
    'UpdatePricingTerms',
  );
  const refused = await settled(privateOffer(product.id));
  expect(codesOf(refused)).toEqual(['INCOMPATIBLE_SELLER_VERIFICATION']);
  expect(refused.ChangeSet?.find(({ ErrorDetailList }) => ErrorDetailList?.length)?.ChangeType).toBe(
    'UpdatePricingTerms',
  );
  mkA.changeSetBreaks();
  const broken = await settled(privateOffer(product.id));
  expect([broken.Status, broken.FailureCode, codesOf(broken)]).toEqual(['FAILED', 'SERVER_FAULT', []]);
  expect((await settled(privateOffer(product.id))).Status).toBe('SUCCEEDED');
});

test('a call above the rate gets 429 with Retry-After once, for a client that does not retry', async () => {
  const product = seller.addProduct();
  mkA.rates({ StartChangeSet: 1 });
  mkA.limitRates(true);
  const calls = Array.from({ length: 20 }, (_, index) =>
    refusalOf(start(privateOffer(product.id, { name: `${index}` }))),
  );
  const refused = (await Promise.all(calls)).filter((answer) => answer !== undefined);
  const [first] = refused.map(({ error }) => error as RefusedRequest);
  expect(refused[0]).toMatchObject({ name: 'ThrottlingException', status: 429 });
  expect(first?.$response.headers['retry-after']).toBe('1');
  expect([mkA.log.count('StartChangeSet'), mkA.changeSets().length]).toEqual([20, 20 - refused.length]);
  mkA.pass(1000);
  await start(privateOffer(product.id));
});

test('lists of entities have pages, filters and the requested order', async () => {
  const product = seller.addProduct();
  for (let made = 0; made < 53; made += 1) await start(privateOffer(product.id, { name: `Offer ${made}` }));
  mkA.settle();
  const list = (more: object) =>
    catalog.send(new ListEntitiesCommand({ Catalog, EntityType: 'Offer', ...more }));
  const first = await list({});
  const second = await list({ NextToken: first.NextToken });
  expect([first.EntitySummaryList?.length, second.EntitySummaryList?.length, second.NextToken]).toEqual([
    50,
    3,
    undefined,
  ]);
  const EntityTypeFilters = { OfferFilters: { Name: { WildCardValue: 'offer 5*' } } };
  const EntityTypeSort = { OfferSort: { SortBy: 'Name', SortOrder: 'ASCENDING' } };
  const named = await list({ EntityTypeFilters, EntityTypeSort });
  expect(named.EntitySummaryList?.map((one) => one.OfferSummary?.Name)).toEqual([
    'Offer 5',
    'Offer 50',
    'Offer 51',
    'Offer 52',
  ]);
  const since = new Date(mkA.now() + 1000).toISOString().replace(/\.\d+Z$/, 'Z');
  const changed = { OfferFilters: { LastModifiedDate: { DateRange: { AfterValue: since } } } };
  expect((await list({ EntityTypeFilters: changed })).EntitySummaryList).toEqual([]);
  expect(await refusalOf(list({ MaxResults: 51 }))).toMatchObject({ status: 422 });
  expect(await refusalOf(list({ NextToken: 'made-up' }))).toMatchObject({ status: 422 });
});
