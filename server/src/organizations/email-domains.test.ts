import { expect, test } from 'vitest';
import { mayJoin, ownDomain, toEmail } from './email-domains.ts';

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['a.b+c@mail.example.co', 'a.b+c@mail.example.co'],
  ['ada@localhost', undefined],
  ['ada@@example.com', undefined],
  ['ada@example..com', undefined],
  ['ada@-example.com', undefined],
  ['Ada <ada@example.com>', undefined],
  ['ada@example.com\nBcc: eve@example.com', undefined],
  ['ada@example.com,eve@example.com', undefined],
  [`${'a'.repeat(65)}@example.com`, undefined],
  [`ada@${'a.'.repeat(130)}com`, undefined],
  ['', undefined],
])('the e-mail address %j is normalized to %j', (given, read) => {
  expect(toEmail(given)).toBe(read);
});

test.each([
  ['ada@example.com', 'example.com'],
  ['ada@gmail.com', undefined],
  ['ada@not-gmail.com', 'not-gmail.com'],
])('the organization domain of %s is %s', (email, domain) => {
  expect(ownDomain(email)).toBe(domain);
});

test.each([
  ['ada@example.com', 'example.com', true],
  ['ada@sub.example.com', 'example.com', false],
  ['ada@example.com.evil.org', 'example.com', false],
  ['ada@elsewhere.org', null, true],
  ['ada@elsewhere.org', '', true],
])('%s may join an organization with the domain %j: %j', (email, domain, may) => {
  expect(mayJoin(email, domain)).toBe(may);
});
