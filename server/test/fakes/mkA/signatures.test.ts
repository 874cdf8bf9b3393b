import { ListEntitiesCommand } from '@aws-sdk/client-marketplace-catalog';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assume, type Credentials, clientsFor, refusalOf } from './clients.fixture.ts';
import { type MkA, startMkA } from './server.ts';

let mkA: MkA;
beforeAll(async () => {
  mkA = await startMkA();
});
afterAll(() => mkA.stop());

const list = (credentials: Credentials, region?: string) =>
  clientsFor(mkA.url, credentials, region).catalog.send(
    new ListEntitiesCommand({ Catalog: 'AWSMarketplace', EntityType: 'SaaSProduct' }),
  );

test('a correct signature is accepted, for JSON by path and for forms', async () => {
  const seller = mkA.addSeller();
  seller.addProduct({ title: 'Anvil (2) / *!' });
  const { EntitySummaryList = [] } = await list(seller);
  expect(EntitySummaryList.map((one) => one.SaaSProductSummary?.ProductTitle)).toEqual(['Anvil (2) / *!']);
  const { Account } = await clientsFor(mkA.url, seller).sts.send(new GetCallerIdentityCommand({}));
  expect(Account).toBe(seller.accountId);
});

test('a wrong secret, key, region or time gets 403, with the error name of each protocol', async () => {
  const seller = mkA.addSeller();
  const other = { ...seller, secretAccessKey: mkA.operator.secretAccessKey };
  expect(await refusalOf(list(other))).toMatchObject({ name: 'InvalidSignatureException', status: 403 });
  const { sts } = clientsFor(mkA.url, other);
  expect(await refusalOf(sts.send(new GetCallerIdentityCommand({})))).toMatchObject({
    name: 'SignatureDoesNotMatch',
    status: 403,
  });
  expect(await refusalOf(list({ ...seller, accessKeyId: 'AKIAUNKNOWN' }))).toMatchObject({
    name: 'UnrecognizedClientException',
    status: 403,
  });
  expect(await refusalOf(list(seller, 'eu-central-1'))).toMatchObject({
    name: 'InvalidSignatureException',
    message: expect.stringContaining('valid region'),
  });
  mkA.clockSkew(6 * 60_000);
  const early = await refusalOf(list(seller));
  mkA.clockSkew(4 * 60_000);
  await list(seller);
  mkA.clockSkew(0);
  expect(early).toMatchObject({
    name: 'InvalidSignatureException',
    message: expect.stringContaining('expired'),
  });
});

test('a signature for another service, or no signature, is refused', async () => {
  const { sts } = clientsFor(mkA.url, mkA.addSeller());
  sts.middlewareStack.add(
    (next) => (args) => {
      (args.request as { path: string }).path = '/ListEntities';
      return next(args);
    },
    { step: 'build' },
  );
  expect(await refusalOf(sts.send(new GetCallerIdentityCommand({})))).toMatchObject({ status: 403 });
  const unsigned = await fetch(`${mkA.url}/ListEntities`, { method: 'POST', body: '{}' });
  expect([unsigned.status, unsigned.headers.get('x-amzn-errortype')]).toEqual([
    403,
    'MissingAuthenticationTokenException',
  ]);
});

test("a role can be assumed only with its trust policy's external id and by its trusted account", async () => {
  const seller = mkA.addSeller({ externalId: 'ours-1' });
  const role = { RoleArn: seller.roleArn, ExternalId: 'ours-1' };
  seller.addProduct();
  const session = await assume(mkA.url, mkA.operator, role);
  expect((await list(session)).EntitySummaryList).toHaveLength(1);
  const denied = { name: 'AccessDenied', status: 403 };
  expect(await refusalOf(assume(mkA.url, mkA.operator, { ...role, ExternalId: 'theirs' }))).toMatchObject(
    denied,
  );
  expect(await refusalOf(assume(mkA.url, mkA.operator, { RoleArn: role.RoleArn }))).toMatchObject(denied);
  expect(await refusalOf(assume(mkA.url, mkA.addSeller(), role))).toMatchObject(denied);
  mkA.trust(seller.roleArn, { externalId: 'ours-2' });
  expect(await refusalOf(assume(mkA.url, mkA.operator, role))).toMatchObject(denied);
});

test('a role without a required external id accepts any from its trusted account', async () => {
  const { roleArn: RoleArn } = mkA.addSeller();
  await assume(mkA.url, mkA.operator, { RoleArn });
  await assume(mkA.url, mkA.operator, { RoleArn, ExternalId: 'whatever' });
  expect(await refusalOf(assume(mkA.url, mkA.addSeller(), { RoleArn }))).toMatchObject({
    name: 'AccessDenied',
  });
});

test("a session needs its token, expires, and has its role's rights", async () => {
  const seller = mkA.addSeller({ externalId: 'ours-1' });
  const role = { RoleArn: seller.roleArn, ExternalId: 'ours-1' };
  const session = await assume(mkA.url, mkA.operator, role);
  const { sessionToken: _token, ...bare } = session;
  expect(await refusalOf(list(bare))).toMatchObject({ name: 'UnrecognizedClientException', status: 403 });

  mkA.forbid(seller.roleArn, 'aws-marketplace:ListEntities');
  expect(await refusalOf(list(session))).toMatchObject({ name: 'AccessDeniedException', status: 403 });
  mkA.allow(seller.roleArn, 'aws-marketplace:ListEntities');

  mkA.revokeRole(seller.roleArn);
  expect(await refusalOf(list(session))).toMatchObject({ name: 'AccessDeniedException', status: 403 });
  expect(await refusalOf(assume(mkA.url, mkA.operator, role))).toMatchObject({ name: 'AccessDenied' });
  mkA.restoreRole(seller.roleArn);
  await list(session);

  mkA.endSessions();
  expect(await refusalOf(list(session))).toMatchObject({ name: 'ExpiredTokenException', status: 403 });
  await list(await assume(mkA.url, mkA.operator, role));
  await assume(mkA.url, mkA.operator, { ...role, DurationSeconds: 43_200 });
  mkA.trust(seller.roleArn, { longestS: 3600 });
  expect(await refusalOf(assume(mkA.url, mkA.operator, { ...role, DurationSeconds: 7200 }))).toMatchObject({
    name: 'ValidationError',
    status: 400,
  });
});
