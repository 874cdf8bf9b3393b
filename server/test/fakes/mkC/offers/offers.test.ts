import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Client, clientFor, outcomeOf, type Reply, refused } from '../calls.fixture.ts';
import { type MkC, startMkC } from '../server.ts';

const start = Date.parse('2031-05-12T10:20:00Z');
const started: MkC[] = [];
let mkC: MkC;
let client: Client;
let seller: Awaited<ReturnType<MkC['addSeller']>>;
let base: string;
let content: Record<string, unknown>;
beforeEach(async () => {
  mkC = await startMkC({ now: () => start });
  started.push(mkC);
  seller = await mkC.addSeller();
  const product = seller.addProduct();
  const location = `projects/${seller.projectId}/locations/global`;
  base = `/v1beta/${location}/privateOffers`;
  client = await clientFor(mkC.url, seller.keyFile, start);
  content = {
    title: 'Offer for a buyer',
    internalNote: 'our-id',
    offerDealType: 'NEW',
    partnerContact: { contact: 'Sales', email: 'sales@seller.example' },
    customer: {
      entityTitle: 'Buyer Inc.',
      contact: 'Ada',
      email: 'ada@buyer.example',
      targetBillingAccount: 'billingAccounts/012345-6789AB-CDEF01',
    },
    acceptDeadlineTime: day(2031, 6, 12),
    term: { startPolicy: 'IMMEDIATE', endPolicy: 'AFTER_DURATION', durationMonths: 12 },
    singleProductOffer: {
      baseStandardOffer: `${location}/services/${product.serviceName}/standardOffers/gold`,
      standardIntervalPrice: {
        standardInterval: 'MONTHLY_PRORATED',
        priceModel: { flatFee: { flatFeeOverride: { currencyCode: 'USD', units: '100' } } },
      },
    },
  };
});
afterAll(() => Promise.all(started.map(({ stop }) => stop())));

function day(year: number, month: number, date: number) {
  return { year, month, day: date, timeZone: { id: 'America/Los_Angeles' } };
}
const pathOf = ({ body }: Reply) => `/v1beta/${body.name}`;
/** Creates an offer with the vendor's standard agreement. */
async function draft(changed: object = {}): Promise<string> {
  const path = pathOf(await client.post(base, { ...content, ...changed }));
  await client.post(`${path}/documents`, { documentType: 'STANDARD_END_USER_LICENSE_AGREEMENT_V2' });
  return path;
}
async function published(): Promise<string> {
  const path = await draft();
  expect((await client.post(`${path}:publish`)).body.state).toBe('PUBLISHING');
  await mkC.settle();
  return path;
}
const fieldsOf = ({ body }: Reply) =>
  (body.error?.details?.[0].fieldViolations ?? []).map(({ field }: { field: string }) => field);

test('an offer is created as a draft, published, and accepted as an order', async () => {
  const path = await published();
  const { body } = await client.get(path);
  expect(body).toMatchObject({
    state: 'PUBLISHED',
    title: content.title,
    publishTime: '2031-05-12T10:20:02.000Z',
  });
  expect(body.singleProductOffer.revenueShare).toBeUndefined();
  const full = await client.get(`${path}?view=PRIVATE_OFFER_VIEW_FULL`);
  expect(full.body.singleProductOffer.revenueShare).toBeDefined();
  const order = mkC.buyerAcceptsOffer(path.split('/').at(-1) ?? '');
  expect(order).toMatchObject({ plan: 'gold', offer: { months: 12 } });
  expect(order.offer.name?.split('/').at(-1)).toBe(path.split('/').at(-1));
  expect(order.account.billingAccount).toBe('billingAccounts/012345-6789AB-CDEF01');
  expect((await client.get(path)).body.state).toBe('ACCEPTED');
  expect(outcomeOf(await client.post(`${path}:cancel`, {}))).toBe('400 FAILED_PRECONDITION');
});

test('an offer with the same content is created twice, because creation is not idempotent', async () => {
  const first = await draft();
  await mkC.pass(1000);
  const paths = [first, await draft()];
  expect(new Set(paths).size).toBe(2);
  const list = await client.get(`${base}?orderBy=update_time%20desc&pageSize=1`);
  expect(`/v1beta/${list.body.privateOffers[0].name}`).toBe(paths[1]);
  expect(list.body.privateOffers[0].internalNote).toBe('our-id');
  const next = await client.get(`${base}?pageSize=1&pageToken=${list.body.nextPageToken}`);
  expect(next.body.privateOffers).toHaveLength(1);
  const at = (sign: string) =>
    `${base}?filter=${encodeURIComponent(`update_time${sign}"2031-05-12T10:20:00Z"`)}`;
  expect((await client.get(at('>='))).body.privateOffers).toHaveLength(2);
  expect((await client.get(at('>'))).body.privateOffers).toHaveLength(1);
  expect(outcomeOf(await refused(client.get(`${base}?filter=title%3D%22a%22`)))).toBe('400 INVALID_ARGUMENT');
  expect(outcomeOf(await refused(client.get(`${base}?orderBy=title`)))).toBe('400 INVALID_ARGUMENT');
});

test('after publishing only the deadline changes, within three months', async () => {
  const path = await published();
  const patch = (mask: string, body: object) => client.patch(`${path}?updateMask=${mask}`, body);
  expect(outcomeOf(await patch('title', { title: 'Other' }))).toBe('400 FAILED_PRECONDITION');
  const extended = await patch('acceptDeadlineTime', { acceptDeadlineTime: day(2031, 8, 12) });
  expect(extended.body.acceptDeadlineTime).toEqual(day(2031, 8, 12));
  expect(extended.body.title).toBe(content.title);
  const late = await patch('accept_deadline_time', { acceptDeadlineTime: day(2031, 8, 13) });
  expect(fieldsOf(late)).toEqual(['accept_deadline_time']);
  await mkC.pass(40 * 24 * 3_600_000);
  client = await clientFor(mkC.url, seller.keyFile, mkC.now());
  expect((await client.get(path)).body.state).toBe('PUBLISHED');
  await mkC.pass(60 * 24 * 3_600_000);
  client = await clientFor(mkC.url, seller.keyFile, mkC.now());
  expect((await client.get(path)).body.state).toBe('EXPIRED');
});

test('a draft is changed and deleted; a published offer is cancelled', async () => {
  const path = await draft();
  expect((await client.patch(path, { title: 'New' })).body).toMatchObject({
    title: 'New',
    internalNote: 'our-id',
  });
  const replaced = await client.patch(`${path}?updateMask=*`, { title: 'Alone' });
  expect([replaced.body.title, replaced.body.internalNote]).toEqual(['Alone', undefined]);
  expect(outcomeOf(await client.call('DELETE', path))).toBe('400 FAILED_PRECONDITION');
  expect(outcomeOf(await client.call('DELETE', `${path}?force=true`))).toBe('200');
  expect(outcomeOf(await client.get(path))).toBe('404 NOT_FOUND');
  const other = await published();
  const cancelled = await client.post(`${other}:cancel`, { cancellationNote: 'Replaced' });
  expect(cancelled.body).toMatchObject({ state: 'CANCELLED', cancellationNote: 'Replaced' });
});

test('publishing names everything that is missing or wrong, and can validate only', async () => {
  const empty = pathOf(await client.post(base, {}));
  expect(fieldsOf(await client.post(`${empty}:publish`))).toEqual([
    'title',
    'offer_deal_type',
    'partner_contact.contact',
    'customer.entity_title',
    'customer.contact',
    'customer.target_billing_account',
    'accept_deadline_time',
    'term',
    'single_product_offer',
    'documents',
  ]);
  const path = await draft();
  expect((await client.post(`${path}:publish`, { validateOnly: true })).body.state).toBe('DRAFT');
  const term = content.term as object;
  const product = content.singleProductOffer as object;
  const money = (currencyCode: string) => ({ flatFee: { flatFeeOverride: { currencyCode, units: '1' } } });
  const priced = (standardInterval: string, priceModel: object) => ({
    singleProductOffer: { ...product, standardIntervalPrice: { standardInterval, priceModel } },
  });
  const price = 'single_product_offer.standard_interval_price';
  const cases: [changed: object, field: string][] = [
    [{ acceptDeadlineTime: day(2031, 8, 13) }, 'accept_deadline_time'],
    [{ acceptDeadlineTime: day(2031, 5, 12) }, 'accept_deadline_time'],
    [{ term: { ...term, durationMonths: 85 } }, 'term.duration_months'],
    [{ term: { ...term, endPolicy: 'MATCH_AMENDED_OFFER' } }, 'term.end_policy'],
    [{ term: { ...term, scheduledStartTime: day(2031, 7, 1) } }, 'term.scheduled_start_time'],
    [priced('MONTHLY_POSTPAY', money('USD')), `${price}.standard_interval`],
    [priced('MONTHLY_PRORATED', money('EUR')), `${price}.price_model.flat_fee.flat_fee_override`],
    [priced('MONTHLY_PRORATED', {}), `${price}.price_model`],
    [
      { customer: { ...(content.customer as object), targetBillingAccount: 'abc' } },
      'customer.target_billing_account',
    ],
  ];
  for (const [changed, field] of cases)
    expect(fieldsOf(await client.post(`${await draft(changed)}:publish`))).toEqual([field]);
  expect(fieldsOf(await refused(client.post(base, { title: 'x'.repeat(257) })))).toEqual(['title']);
});

test('installments begin with the offer and follow each other', async () => {
  const installment = (amount: string, startTime?: object) => ({
    ...(startTime && { startTime }),
    priceModel: { flatFee: { flatFeeOverride: { currencyCode: 'USD', units: amount } } },
  });
  const { standardIntervalPrice: _standard, ...product } = content.singleProductOffer as Record<
    string,
    unknown
  >;
  const offerWith = (...installments: object[]) =>
    draft({ singleProductOffer: { ...product, customIntervalPrice: { installments } } });
  const publish = async (path: string) => fieldsOf(await client.post(`${path}:publish`));
  const field = 'single_product_offer.custom_interval_price.installments';
  expect(await publish(await offerWith(installment('1'), installment('2', day(2031, 9, 1))))).toEqual([]);
  expect(await publish(await offerWith(installment('1', day(2031, 7, 1))))).toEqual([
    `${field}[0].start_time`,
  ]);
  expect(await publish(await offerWith(installment('1'), installment('2')))).toEqual([
    `${field}[1].start_time`,
  ]);
  expect(await publish(await offerWith())).toEqual([field]);
});

test('an offer can wait for a review, and only one license agreement of at most 4 MB is accepted', async () => {
  mkC.reviewsNextOffer();
  const path = await published();
  expect((await client.get(path)).body.state).toBe('PUBLISHING');
  mkC.reviewApproves(path.split('/').at(-1) ?? '');
  expect((await client.get(path)).body.state).toBe('PUBLISHED');
  const other = pathOf(await client.post(base, content));
  const add = async (bytes: number, mimeType = 'application/pdf') => {
    const inlineContent = Buffer.alloc(bytes).toString('base64');
    const documentType = 'CUSTOM_END_USER_LICENSE_AGREEMENT';
    return outcomeOf(await client.post(`${other}/documents`, { documentType, mimeType, inlineContent }));
  };
  expect(await add(4 * 1024 * 1024 + 1)).toBe('400 INVALID_ARGUMENT');
  expect(await add(10, 'text/plain')).toBe('400 INVALID_ARGUMENT');
  expect(await add(10)).toBe('200');
  expect(await add(10)).toBe('400 INVALID_ARGUMENT');
  expect((await client.get(`${other}/documents`)).body.privateOfferDocuments).toHaveLength(1);
});

test('enumerations are accepted and answered as numbers, as the official client sends them', async () => {
  const term = { startPolicy: 1, endPolicy: 1, durationMonths: 12 };
  const encoding = '?$alt=json%3Benum-encoding%3Dint';
  const created = await client.post(`${base}${encoding}`, { ...content, offerDealType: 4, term });
  expect(created.body).toMatchObject({ state: 1, offerDealType: 4, term });
  const read = await client.get(pathOf(created));
  expect(read.body).toMatchObject({
    state: 'DRAFT',
    offerDealType: 'NEW',
    term: { startPolicy: 'IMMEDIATE', endPolicy: 'AFTER_DURATION' },
  });
  expect((await client.get(`${pathOf(created)}?view=2`)).body.singleProductOffer.revenueShare).toBeDefined();
  expect(fieldsOf(await refused(client.post(base, { offerDealType: 5 })))).toEqual(['offerDealType']);
});

test('products, their public offers and their SKUs are listed, each for its own project', async () => {
  const services = base.replace('privateOffers', 'services');
  const [service] = (await client.get(services)).body.services as { name: string; title?: string }[];
  expect(service).toMatchObject({ productType: 'SOFTWARE_AS_A_SERVICE' });
  expect(service?.title).toBeUndefined();
  const path = `/v1beta/${service?.name}`;
  expect((await client.get(`${path}?view=SERVICE_VIEW_FULL`)).body.title).toMatch(/^Product /);
  const { standardOffers } = (await client.get(`${path}/standardOffers`)).body;
  expect(standardOffers.map(({ serviceLevel }: { serviceLevel: string }) => serviceLevel)).toEqual([
    'silver',
    'gold',
  ]);
  expect((await client.get(`/v1beta/${standardOffers[1].name}`)).body.serviceLevel).toBe('gold');
  const { skus } = (await client.get(`${path}/skus?pageSize=1`)).body;
  expect((await client.get(`/v1beta/${skus[0].name}`)).body).toEqual(skus[0]);
  expect(outcomeOf(await client.get(`${services}/nothing`))).toBe('404 NOT_FOUND');
});

test('the documents of a draft are read, replaced and deleted; those of a published offer stay', async () => {
  const path = await draft();
  const [document] = (await client.get(`${path}/documents`)).body.privateOfferDocuments;
  const at = `/v1beta/${document.name}`;
  const custom = {
    documentType: 'CUSTOM_END_USER_LICENSE_AGREEMENT',
    mimeType: 'application/pdf',
    inlineContent: Buffer.from('%PDF-').toString('base64'),
  };
  expect((await client.patch(`${at}?updateMask=*`, custom)).body.documentType).toBe(custom.documentType);
  expect((await client.get(at)).body.mimeType).toBe('application/pdf');
  expect(outcomeOf(await client.call('DELETE', at))).toBe('200');
  expect(outcomeOf(await client.get(at))).toBe('404 NOT_FOUND');
  const other = await published();
  const [fixed] = (await client.get(`${other}/documents`)).body.privateOfferDocuments;
  expect(outcomeOf(await client.call('DELETE', `/v1beta/${fixed.name}`))).toBe('400 FAILED_PRECONDITION');
});

test('an offer amends the offer that the billing account has, in a compatible form', async () => {
  const { baseStandardOffer } = content.singleProductOffer as { baseStandardOffer: string };
  const account = 'billingAccounts/012345-6789AB-CDEF01';
  const target = async () =>
    (
      await client.get(
        `${base}:resolveAmendmentTarget?targetBillingAccount=${encodeURIComponent(account)}&baseStandardOffer=${encodeURIComponent(baseStandardOffer)}`,
      )
    ).body;
  expect(await target()).toEqual({});
  const path = await published();
  const order = mkC.buyerAcceptsOffer(path.split('/').at(-1) ?? '');
  order.account.approvals.forEach((approval) => {
    approval.state = 'APPROVED';
  });
  order.state = 'ACTIVE';
  const amendedPrivateOffer = path.replace('/v1beta/', '');
  expect(await target()).toEqual({ requiredPrivateOffer: amendedPrivateOffer });
  const product = content.singleProductOffer as object;
  const publish = async (changed: object) =>
    fieldsOf(
      await client.post(`${await draft({ singleProductOffer: { ...product, ...changed } })}:publish`, {
        validateOnly: true,
      }),
    );
  const at = 'single_product_offer';
  expect(await publish({})).toEqual([`${at}.amended_private_offer`]);
  expect(await publish({ amendedPrivateOffer })).toEqual([]);
  const standardIntervalPrice = {
    standardInterval: 'YEARLY_NOT_PRORATED',
    priceModel: { commitment: { commitmentAmount: { currencyCode: 'USD', units: '1' } }, usage: {} },
  };
  expect(await publish({ amendedPrivateOffer, standardIntervalPrice })).toEqual([
    `${at}.price_model`,
    `${at}.standard_interval_price.standard_interval`,
  ]);
});
