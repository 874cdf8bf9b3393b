import { expect, test } from 'vitest';
import { createVault } from './encryption.ts';
import { createPageLinks } from './page-links.ts';

const vault = createVault('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff');
const linksWith = (given = vault, purpose = 'buyer page') =>
  createPageLinks({ vault: given, baseUrl: () => 'https://sell.example' }, { purpose, path: '/spa/buyer' });
const links = linksWith();
const wallNow = new Date('2027-03-01T12:00:00.000Z');
const scope = { organizationId: 'org_1', wallNow };
const row = { id: 'buy_1', spa_version: 3, info: '{}' };
const infoOf = (given = scope, shown = row) => JSON.parse(String(links.withLink(given, shown).info));
const tokenOf = (url: string) => new URL(url).searchParams.get('token') as string;

test('a link leads to the page, and its token identifies the record', () => {
  const { spaUrl } = infoOf();
  expect(spaUrl).toMatch(/^https:\/\/sell\.example\/spa\/buyer\?token=[\w-]+\.[\w-]+$/);
  expect(links.verify(tokenOf(spaUrl), wallNow)).toEqual({
    organizationId: 'org_1',
    id: 'buy_1',
    version: 3,
  });
});

test('the link is added to the record’s info, and is the same all day', () => {
  const shown = infoOf(scope, { ...row, info: '{"customerId": "c1"}' });
  expect(shown).toEqual({ customerId: 'c1', spaUrl: infoOf().spaUrl });
  expect(infoOf({ ...scope, wallNow: new Date('2027-03-01T23:59:59.999Z') })).toEqual(infoOf());
});

test('a token is valid for a year', () => {
  const token = tokenOf(infoOf().spaUrl);
  expect(links.verify(token, new Date('2028-02-28T23:59:59.999Z'))).toBeDefined();
  expect(links.verify(token, new Date('2028-02-29T00:00:00.000Z'))).toBeUndefined();
});

test('a token that was changed, cut, made with another key or for another kind of page is refused', () => {
  const token = tokenOf(infoOf().spaUrl);
  const [text, signature] = token.split('.') as [string, string];
  const claims = JSON.parse(Buffer.from(text, 'base64url').toString());
  const changed = Buffer.from(JSON.stringify([claims[0], 'buy_2', claims[2], claims[3]])).toString(
    'base64url',
  );
  const by = (others: ReturnType<typeof linksWith>) =>
    tokenOf(others.link({ organizationId: 'org_1', id: 'buy_1', version: 3 }, wallNow));
  const foreign = [by(linksWith(createVault('ff'.repeat(32)))), by(linksWith(vault, 'entitlement page'))];
  const cut = ['', '.', 'x', text, `${text}.`, `.${signature}`, `${text}.${signature.slice(0, -2)}`];
  for (const wrong of [...foreign, ...cut, `${changed}.${signature}`, `${token}.x`, `${signature}.${text}`])
    expect([wrong, links.verify(wrong, wallNow)]).toEqual([wrong, undefined]);
});
