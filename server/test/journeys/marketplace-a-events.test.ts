import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, minuteMs, type SellerJourney, startSeller } from './marketplace-a.fixture.ts';

let world: SellerJourney['world'];
let app: SellerJourney['app'];
let org: SellerJourney['org'];
let at: SellerJourney['at'];
let seller: SellerJourney['seller'];
let sold: SellerJourney['sold'];
let stop: SellerJourney['stop'];
beforeAll(async () => {
  ({ world, app, org, at, seller, sold, stop } = await startSeller());
});
afterAll(() => stop());

const read = (id: string) => at.call('GET', `entitlement/${id}`);
const requestsOf = (agreementId: string) =>
  world.service.cancellations().filter(({ agreement }) => agreement.id === agreementId);

test('a buyer who does not respond within seven days consents to the cancellation, even if no event arrives', async () => {
  const { id, agreementId } = await sold('Silent');
  const reason = { reasonCode: 'UNINTENDED_RENEWAL', description: 'Nobody wanted another year.' };
  await at.call('POST', `entitlement/${id}/cancel`, reason);
  await at.pass(minuteMs);
  expect(requestsOf(agreementId)).toMatchObject([reason]);
  const asked = await read(id);
  const [request] = requestsOf(agreementId);
  const answerTime = new Date((request?.createdMs ?? 0) + 7 * dayMs).toISOString();
  expect(asked).toMatchObject({
    status: 'PENDING_CANCEL',
    info: {
      cancellationRequest: {
        externalID: request?.id,
        status: 'PENDING_APPROVAL',
        reasonCode: 'UNINTENDED_RENEWAL',
        answerTime,
      },
    },
  });
  const { rows } = await app.database.query(
    `SELECT due_at FROM job WHERE kind = 'entitlements.awaitAnswer' AND payload ->> 'externalId' = $1`,
    [agreementId],
  );
  expect(rows.map(({ due_at: due }) => due.getTime())).toEqual([Date.parse(answerTime) + 5 * minuteMs]);
  world.service.holdEvents();
  await at.pass(7 * dayMs);
  expect(await read(id)).toMatchObject({
    status: 'CANCELLED',
    info: { cancellationRequest: { status: 'APPROVED' } },
  });
  world.service.letEventsGo();
  await at.pass(minuteMs);
});

test('a cancellation request that the marketplace does not forward shows a readable reason, and the agreement continues', async () => {
  const { id, agreementId } = await sold('Renewed');
  const words = 'A renewal agreement exists that must be cancelled first.';
  world.service.cancellationFails(words);
  await at.call('POST', `entitlement/${id}/cancel`);
  await at.pass(10 * minuteMs);
  expect(requestsOf(agreementId)).toMatchObject([{ status: 'VALIDATION_FAILED', reasonCode: 'OTHER' }]);
  expect(await read(id)).toMatchObject({
    status: 'ACTIVE',
    info: { cancellationRequest: { status: 'VALIDATION_FAILED', message: words } },
    metaInfo: {
      errorMessages: [`VALIDATION_FAILED: ${words}`],
      prettifiedErrorMessages: [expect.stringContaining(words)],
    },
  });
  const { rows } = await app.database.query(
    `SELECT change FROM event WHERE entity_id = $1 AND change IS NOT NULL`,
    [id],
  );
  expect(rows).toEqual([{ change: 'CANCELLATION_REFUSED' }]);
});

test('the entitlement shows a buyer’s reason for rejecting a cancellation, and the seller can request it again', async () => {
  const { id, agreementId } = await sold('Kept');
  await at.call('POST', `entitlement/${id}/cancel`, { reasonCode: 'TEST_AGREEMENT' });
  await at.pass(minuteMs);
  world.service.buyerRejects(requestsOf(agreementId)[0]?.id as string, 'We still need it.');
  await at.pass(minuteMs);
  expect(await read(id)).toMatchObject({
    status: 'ACTIVE',
    info: { cancellationRequest: { status: 'REJECTED', message: 'We still need it.' } },
    metaInfo: { prettifiedErrorMessages: [expect.stringContaining('We still need it.')] },
  });
  await at.call('POST', `entitlement/${id}/cancel`);
  await at.pass(minuteMs);
  const again = await read(id);
  expect(again).toMatchObject({
    status: 'PENDING_CANCEL',
    info: { cancellationRequest: { status: 'PENDING_APPROVAL' } },
  });
  expect(again.metaInfo).not.toHaveProperty('errorMessages');
});

test('a seller can withdraw a cancellation request that awaits the buyer, and the agreement continues', async () => {
  const { id, agreementId } = await sold('Withdrawn');
  const path = `entitlement/${id}/withdrawCancellation`;
  const early = await at.ask('POST', path);
  expect([early.status, early.body.code]).toEqual([400, 'entitlement_state']);
  await at.call('POST', `entitlement/${id}/cancel`);
  await at.pass(minuteMs);
  expect((await read(id)).status).toBe('PENDING_CANCEL');
  // The response is lost after the withdrawal; withdrawing a withdrawn request succeeds.
  world.service.dropNextAnswer('CancelAgreementCancellationRequest', { afterCommit: true });
  const description = 'The buyer has renewed.';
  expect((await at.call('POST', path, { description })).status).toBe('PENDING_CANCEL');
  for (let turn = 0; turn < 2; turn++) await at.pass(10 * minuteMs);
  expect(requestsOf(agreementId)).toMatchObject([{ status: 'CANCELLED', statusMessage: description }]);
  const kept = await read(id);
  expect(kept).toMatchObject({
    status: 'ACTIVE',
    info: { cancellationRequest: { status: 'CANCELLED', message: description } },
  });
  expect(kept.metaInfo).not.toHaveProperty('errorMessages');
  await at.call('POST', `entitlement/${id}/cancel`);
  await at.pass(minuteMs);
  expect((await read(id)).status).toBe('PENDING_CANCEL');
});

test('a buyer’s consent that precedes the withdrawal ends the agreement', async () => {
  const { id, agreementId } = await sold('Too late');
  await at.call('POST', `entitlement/${id}/cancel`);
  await at.pass(minuteMs);
  world.service.holdEvents();
  world.service.buyerApproves(requestsOf(agreementId)[0]?.id as string);
  await at.call('POST', `entitlement/${id}/withdrawCancellation`);
  await at.pass(minuteMs);
  expect(await read(id)).toMatchObject({
    status: 'CANCELLED',
    info: { cancellationRequest: { status: 'APPROVED' } },
  });
  world.service.letEventsGo();
  await at.pass(minuteMs);
});

test('paused payouts show a warning on the integration and one to-do, however often the event is delivered', async () => {
  world.service.deliver({ copies: 2 });
  world.service.pausesDisbursements(seller.accountId);
  world.service.deliver({ copies: 1 });
  await at.pass(minuteMs);
  const { streams } = (await at.integration.verification()).body;
  expect(streams).toContainEqual(
    expect.objectContaining({ stream: 'REVENUE', lastError: expect.stringContaining('paused payouts') }),
  );
  const { rows } = await app.database.query(
    `SELECT count(*)::int AS count FROM event WHERE organization_id = $1 AND change = 'PAYOUTS_PAUSED'`,
    [org.id],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('unknown and unused kinds of events are removed from the queue and are not delivered again', async () => {
  world.service.sendsUselessEvents(seller.accountId);
  await at.pass(minuteMs);
  expect(world.service.messagesOf(seller.accountId)).toEqual([]);
});
