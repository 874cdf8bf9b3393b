import { expect, test } from 'vitest';
import { type OrgScope, serviceActor } from '../platform/access/scope.ts';
import { createIds } from '../platform/ids.ts';
import { createVault } from '../platform/secrets/encryption.ts';
import { createBuyerPages } from './page-links.ts';

const vault = createVault('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff');
const pages = createBuyerPages({ vault, baseUrl: () => 'https://sell.example', isServed: () => true });
const wallNow = new Date('2027-03-01T12:00:00.000Z');
const scope: OrgScope = {
  organizationId: 'org_1',
  environment: 'TEST',
  ...serviceActor,
  requestId: 'req_1',
  now: new Date(0),
  wallNow,
  newId: createIds(),
};
const row = { id: 'buy_1', spa_version: 3, partner: '', info: '{}', contact_ids: [] };
const linkOf = (shown: string) => JSON.parse(shown).info.spaUrl as string;
const tokenOf = (shown: string) => new URL(linkOf(shown)).searchParams.get('token') as string;

test('a link leads to the buyer’s page, and its token identifies the buyer', () => {
  const shown = pages.show(scope, row);
  expect(linkOf(shown)).toMatch(/^https:\/\/sell\.example\/spa\/buyer\?token=[\w-]+\.[\w-]+$/);
  expect(pages.verifyBuyerToken(tokenOf(shown), wallNow)).toEqual({
    organizationId: 'org_1',
    buyerId: 'buy_1',
    version: 3,
  });
});

test('the link is added to the record’s info, and is the same all day', () => {
  const shown = pages.show(scope, { ...row, info: '{"customerId": "c1"}' });
  expect(JSON.parse(shown)).toMatchObject({ id: 'buy_1', info: { customerId: 'c1' } });
  const later = { ...scope, wallNow: new Date('2027-03-01T23:59:59.999Z') };
  expect(linkOf(pages.show(later, row))).toBe(linkOf(shown));
});

test('a token is valid for a year', () => {
  const token = tokenOf(pages.show(scope, row));
  expect(pages.verifyBuyerToken(token, new Date('2028-02-28T23:59:59.999Z'))).toBeDefined();
  expect(pages.verifyBuyerToken(token, new Date('2028-02-29T00:00:00.000Z'))).toBeUndefined();
});

test('a token that was changed, cut or made with another key is refused', () => {
  const token = tokenOf(pages.show(scope, row));
  const [text, signature] = token.split('.') as [string, string];
  const claims = JSON.parse(Buffer.from(text, 'base64url').toString());
  const other = Buffer.from(JSON.stringify([claims[0], 'buy_2', claims[2], claims[3]])).toString('base64url');
  const otherVault = createVault('ff'.repeat(32));
  const foreign = tokenOf(
    createBuyerPages({
      vault: otherVault,
      baseUrl: () => 'https://x.example',
      isServed: () => true,
    }).show(scope, row),
  );
  const wrong = [
    '',
    '.',
    'x',
    text,
    `${text}.`,
    `.${signature}`,
    `${other}.${signature}`,
    `${token}.x`,
    foreign,
  ];
  for (const made of [...wrong, `${text}.${signature.slice(0, -2)}`, `${signature}.${text}`])
    expect([made, pages.verifyBuyerToken(made, wallNow)]).toEqual([made, undefined]);
});

test('a buyer has no link while no page is served', () => {
  const none = createBuyerPages({ vault, baseUrl: () => 'https://sell.example', isServed: () => false });
  expect(JSON.parse(none.show(scope, row)).info).toEqual({});
});
