import { describe, expect, test } from 'vitest';
import { createVault } from './encryption.ts';
import { createSignedLinks, versionedLinkParameters } from './signed-links.ts';

const vault = createVault('ab'.repeat(32));
const deps = { vault, baseUrl: () => 'https://sell.example' };
const options = { purpose: 'thing', path: '/public/thing/{id}' };
const links = createSignedLinks(deps, options);
const until = new Date('2027-01-01T01:00:00Z');
const linked = { organizationId: 'org_1', id: 'thg_1' };
const given = (link: string) =>
  Object.fromEntries(new URL(link).searchParams) as {
    organization: string;
    expires: string;
    signature: string;
  };
const code = (work: () => unknown) => {
  try {
    work();
    return 'opened';
  } catch (error) {
    return (error as { definition: { code: string } }).definition.code;
  }
};

describe('a signed link', () => {
  const query = given(links.link(linked, until));
  test.each([
    ['opens before it expires', new Date('2027-01-01T00:59:59.999Z'), 'opened'],
    ['is expired at its expiry time', until, 'link_expired'],
    ['is expired long after', new Date('2099-01-01T00:00:00Z'), 'link_expired'],
  ])('%s', (_, now, outcome) => {
    expect(code(() => links.open('thg_1', query, now))).toBe(outcome);
  });

  test('opens only its own record, and is invalid for another purpose or key', () => {
    const now = new Date('2027-01-01T00:00:00Z');
    expect(code(() => links.open('thg_2', query, now))).toBe('link_invalid');
    expect(code(() => links.open('thg_1', { ...query, organization: 'org_2' }, now))).toBe('link_invalid');
    const others = [
      createSignedLinks(deps, { ...options, purpose: 'other' }),
      createSignedLinks({ ...deps, vault: createVault('cd'.repeat(32)) }, options),
    ];
    for (const other of others)
      expect(code(() => links.open('thg_1', given(other.link(linked, until)), now))).toBe('link_invalid');
  });

  test('to a record with a version opens that version only, and the first version has the link without version', () => {
    const now = new Date('2027-01-01T00:00:00Z');
    expect(links.link({ ...linked, version: 1 }, until)).toBe(links.link(linked, until));
    const second = given(links.link({ ...linked, version: 2 }, until));
    const open = (more: object) =>
      links.open('thg_1', versionedLinkParameters.parse({ ...second, ...more }), now);
    expect(open({})).toEqual({ ...linked, version: 2 });
    for (const version of [undefined, '1', '3', '02x', '0', ''])
      expect([version, code(() => open({ version }))]).toEqual([version, 'link_invalid']);
  });

  test('is recognized by its URL', () => {
    expect(links.idIn(links.link(linked, until))).toBe('thg_1');
    expect(links.idIn('https://evil.example/public/thing/thg_1')).toBeUndefined();
  });
});
