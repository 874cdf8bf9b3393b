import { expect, test } from 'vitest';
import { companyDomain, registrableDomain } from './domains.ts';

test.each<[string, string | undefined]>([
  ['example.com', 'example.com'],
  [' WWW.Example.COM ', 'example.com'],
  ['example.com.', 'example.com'],
  ['a.b.example.co.uk', 'example.co.uk'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  // Names below a provider's public suffix belong to its customers.
  ['one.myshopify.com', 'one.myshopify.com'],
  ['www.one.myshopify.com', 'one.myshopify.com'],
  ['myshopify.com', undefined],
  ['example.internal', 'example.internal'],
  ['co.uk', undefined],
  ['com', undefined],
  ['localhost', undefined],
  ['10.0.0.1', undefined],
  ['[::1]', undefined],
  ['https://example.com', undefined],
  ['example.com/path', undefined],
  ['%65xample.com', undefined],
  ['example.com:443', undefined],
  ['ann@example.com', undefined],
  ['example..com', undefined],
  ['exa mple.com', undefined],
  ["example.com' OR '1", undefined],
  ['%.com', undefined],
  ['', undefined],
  ['.', undefined],
  [`${'a'.repeat(64)}.com`, undefined],
  [`${'a.'.repeat(200)}com`, undefined],
])('the registrable domain of %j is %s', (text, domain) => {
  expect(registrableDomain(text)).toBe(domain);
});

test.each<[string, string | undefined]>([
  ['mail.example.com', 'example.com'],
  ['gmail.com', undefined],
  ['mail.gmail.com', undefined],
  ['t-online.de', undefined],
])('the company domain of %s is %s', (text, domain) => {
  expect(companyDomain(text)).toBe(domain);
});
