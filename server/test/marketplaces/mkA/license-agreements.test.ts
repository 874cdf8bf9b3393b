import { afterEach, beforeEach, expect, test } from 'vitest';
import { contract, followed, type MkAWorld, newKey, startWorld } from './world.fixture.ts';

const hourMs = 3_600_000;
const url = 'https://seller.example/eula.pdf';

let world: MkAWorld;
// Signed URLs expire by the system time and change sets wait by the service's time, so both clocks start
// together.
beforeEach(async () => {
  world = await startWorld({ behindMs: 0 });
  world.documents.set(url, { content: Buffer.from('%PDF-1.7 agreement'), contentType: 'application/pdf' });
});
afterEach(() => world.stop());

/**
 * Creates a seller with a bucket, and a usage offer with the seller's own license agreement and without dated
 * payments.
 */
function sellerOf(name: string) {
  const seller = world.newSeller(name);
  const adapter = world.connect(seller, seller.externalId, { bucketName: seller.bucket });
  const { id } = seller.addProduct();
  const info = {
    currency: 'USD',
    eulaType: 'CUSTOM',
    eulaUrl: url,
    mkAAgreementDuration: 'P12M',
    dimensions: [{ key: 'usedHours', rate: 0.5 }],
  };
  const offer = async (key: string) =>
    followed(world.service, adapter, await adapter.createOffer(contract(key, id, { info }), newKey()));
  return { ...seller, adapter, offer };
}

test("the seller's own license agreement is still readable after eleven hours of waiting", async () => {
  const seller = sellerOf('patient');
  await seller.adapter.listProducts();
  world.service.pace({ preparingMs: 11 * hourMs });
  expect(await seller.offer('ofr_waits')).toMatchObject({ state: 'DONE' });
});

test('when the role allows one hour only, a document that expired while it waited gets a new address', async () => {
  const seller = sellerOf('hasty');
  world.service.trust(seller.roleArn, { longestS: 3600 });
  world.service.pace({ preparingMs: 3 * hourMs });
  const ended = await seller.offer('ofr_ended');
  world.service.pace({ preparingMs: 60_000 });
  expect(ended).toMatchObject({
    state: 'FAILED',
    code: expect.stringContaining('INVALID_LEGAL_DOCUMENTS'),
    again: true,
  });
  expect(await seller.offer('ofr_ended')).toMatchObject({ state: 'DONE' });
});

test('a document that is unreadable for another reason is not sent again', async () => {
  const seller = sellerOf('refused');
  world.service.changeSetFails('INVALID_LEGAL_DOCUMENTS', undefined, 'UpdateLegalTerms');
  expect(await seller.offer('ofr_unreadable')).toMatchObject({ state: 'FAILED', again: false });
});

test('sessions are as long as the role allows, which is tried once a day', async () => {
  const seller = world.newSeller('lengths');
  world.service.trust(seller.roleArn, { longestS: 7200 });
  const asked = () =>
    world.service.log.of('AssumeRole').flatMap(({ input, outcome }) => {
      const form = input as URLSearchParams;
      return form.get('RoleArn') === seller.roleArn ? [`${form.get('DurationSeconds')} ${outcome}`] : [];
    });
  await seller.adapter.listProducts();
  expect(asked()).toEqual([
    '43200 ValidationError',
    '28800 ValidationError',
    '14400 ValidationError',
    '7200 OK',
  ]);
  world.service.endSessions();
  await seller.adapter.listProducts();
  expect(asked().slice(4)).toEqual(['7200 OK']);
});
