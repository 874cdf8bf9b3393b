import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { observeJob } from '../../src/marketplaces/index.ts';
import { enqueue } from '../../src/platform/jobs/queue.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';
import { sellerOf, unlimited } from '../marketplaces/mkA/seller.fixture.ts';
import { buyer, type MkAWorld, startWorld } from '../marketplaces/mkA/world.fixture.ts';
import { usageOf } from '../usage.fixture.ts';

const minuteMs = 60_000;
let world: MkAWorld;
let app: TestApp;
let org: TestOrganization;
let at: ReturnType<typeof sellerOf>;
let productID: string;
beforeAll(async () => {
  world = await startWorld();
  const account = world.service.addSeller();
  account.addProduct();
  app = await startTestApp({ connectors: new Map([['MKA', unlimited(world)]]) });
  org = await app.organization({ environment: 'PROD' });
  at = sellerOf(app, org, world, account);
  productID = await at.connect();
});
afterAll(async () => {
  await app.stop();
  await world.stop();
});

const read = (offerId: string) => at.call('GET', `offer/${offerId}`);

async function published(body: object): Promise<string> {
  const { id } = await at.call('POST', 'offer', body);
  await at.pass(10 * minuteMs);
  return id;
}

/** Accepts an offer as a buyer, and returns the buyer’s entitlement. */
async function acceptedBy(account: string, offerId: string) {
  const { externalID } = await read(offerId);
  const { id: agreementId } = world.service.buyerAccepts(externalID, { buyer: account });
  await at.pass(minuteMs);
  const [entitlement] = await at.call('GET', `entitlement?externalId=${agreementId}`);
  return { offerId, agreementId, entitlement };
}
const accepted = async (body: object) => acceptedBy(buyer, await published(body));

const priced = (rate: number, buyers: readonly string[] = [buyer]) => ({
  partner: 'MKA',
  name: `At ${rate}`,
  productID,
  expireTime: '2090-01-01T00:00:00Z',
  info: {
    currency: 'USD',
    eulaType: 'SCMP',
    mkAAgreementDuration: 'P12M',
    buyerMkAAccountIds: buyers,
    commits: [{ key: 'seats', quantity: 2, rate, length: 1, timeUnit: 'YEAR' }],
  },
});
/** Creates an offer that replaces an agreement. The replacement keeps the buyer and has an end. */
const replacing = (agreementId: string, rate: number, account = buyer) => {
  const { info, ...offer } = priced(rate, [account]);
  const { mkAAgreementDuration: _length, ...terms } = info;
  return {
    ...offer,
    endTime: '2091-01-01T00:00:00Z',
    info: terms,
    metaInfo: { isAgreementBasedOffer: true, baseAgreementId: agreementId },
  };
};

test('R27 an offer is USED once another offer has replaced its agreement, and the entitlement continues', async () => {
  const first = await accepted(priced(600));
  expect((await read(first.offerId)).status).toBe('ACCEPTED');
  const second = await accepted(replacing(first.agreementId, 700));
  expect(second.entitlement).toMatchObject({ id: first.entitlement.id, externalID: second.agreementId });
  expect([(await read(first.offerId)).status, (await read(second.offerId)).status]).toEqual([
    'USED',
    'ACCEPTED',
  ]);
});

test('R27 an offer accepted by several buyers is USED once the last of their agreements is replaced', async () => {
  const other = '444455556666';
  const offerId = await published(priced(500, [buyer, other]));
  const one = await acceptedBy(buyer, offerId);
  // A second acceptance of one offer is recorded as an alert.
  app.expectAbnormalAlert(offerId);
  const two = await acceptedBy(other, offerId);
  await accepted(replacing(one.agreementId, 510));
  expect((await read(offerId)).status).toBe('ACCEPTED');
  await acceptedBy(other, await published(replacing(two.agreementId, 520, other)));
  expect((await read(offerId)).status).toBe('USED');
});

test('an invoice of a replaced agreement is refunded at that agreement', async () => {
  const first = await accepted(priced(300));
  const invoice = world.service.invoices(first.agreementId, { amount: '300.00' });
  const second = await accepted(replacing(first.agreementId, 310));
  const third = await accepted(replacing(second.agreementId, 320));
  const { id } = first.entitlement;
  expect(third.entitlement).toMatchObject({ id, externalID: third.agreementId });
  const path = `entitlement/${id}/refund`;
  // The response is lost after the marketplace accepted the refund, so the refund is requested again.
  world.service.dropNextAnswer('BatchCreateBillingAdjustmentRequest', { afterCommit: true });
  await at.call('POST', path, { invoiceID: invoice.invoiceId, amount: 120 });
  for (let turn = 0; turn < 4; turn++) await at.pass(10 * minuteMs);
  await at.call('POST', path, { invoiceID: 'no-such-invoice', amount: 1 });
  await at.pass(10 * minuteMs);
  const of = [first, second, third].map(({ agreementId }) => agreementId);
  expect(world.service.adjustments().filter((one) => of.includes(one.agreementId))).toMatchObject([
    { agreementId: first.agreementId, adjustmentAmount: '120', status: 'COMPLETED' },
  ]);
  expect((await at.call('GET', `entitlement/${id}`)).info.refunds).toMatchObject([
    { status: 'COMPLETED' },
    { status: 'FAILED', message: expect.stringContaining('No agreement of the entitlement') },
  ]);
});

test.each([
  ['first', 400],
  ['second', 420],
] as const)(
  'R27 an observation of the %s agreement that waits for its successor does not take the entitlement back',
  async (observed, rate) => {
    const first = await accepted(priced(rate));
    const second = await accepted(replacing(first.agreementId, rate + 10));
    const { id } = first.entitlement;
    const later = `agmt-later-${observed}`;
    const seen = { first, second }[observed].agreementId;
    const observation = (externalId: string) =>
      usageOf(app, org).act((scope) =>
        scope.query(enqueue(scope, observeJob, { partner: 'MKA', kind: 'AGREEMENT', externalId })),
      );
    const other = new pg.Client({ connectionString: app.database.administrator });
    await other.connect();
    try {
      // What the observation of the later agreement writes.
      await other.query('BEGIN');
      await other.query(
        `INSERT INTO entitlement_agreement (organization_id, partner, external_id, entitlement_id, creation_time)
         VALUES ($1, 'MKA', $3, $2, now())`,
        [org.id, id, second.agreementId],
      );
      await other.query('UPDATE entitlement SET external_id = $3 WHERE organization_id = $1 AND id = $2', [
        org.id,
        id,
        later,
      ]);
      await observation(seen);
      const drained = app.drainJobs();
      const waiting = async () =>
        (
          await app.database.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        ).rows.length;
      await expect.poll(waiting).toBe(1);
      await other.query('COMMIT');
      await drained;
    } finally {
      await other.end();
    }
    expect((await at.call('GET', `entitlement/${id}`)).externalID).toBe(later);
    const { rows } = await app.database.query(
      'SELECT id FROM entitlement WHERE organization_id = $1 AND external_id = $2',
      [org.id, seen],
    );
    expect(rows).toEqual([]);
  },
);
