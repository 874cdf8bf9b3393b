import { expect, test } from 'vitest';
import { operationTexts } from '../generate/index.ts';
import { api, operations, placed, placedIn, written } from './placed.ts';
import { withoutPage } from './without-page.ts';

const all = operations.map(({ operationId }) => operationId);

test('each operation of the API has a place in the console, or a reason for having none', () => {
  const found = placed();
  const missing = all.filter((id) => !found.has(id) && withoutPage[id] === undefined);
  expect(missing).toEqual([]);
});

test('the list of operations without a place contains no others', () => {
  const found = placed();
  const listed = Object.keys(withoutPage);
  expect(listed.filter((id) => !all.includes(id) || found.has(id))).toEqual([]);
});

test('a call of an SDK method, also by a variable, and an imported description are places of an operation', () => {
  const sources = [
    'const api = tradepost.in(orgId).offers;\nawait api.cancel(id);',
    `import { createContact } from '../../generated/contacts.ts';`,
    'tradepost.in(orgId)\n  .invoices.void(id)',
  ];
  expect([...placedIn(sources)].sort()).toEqual(['cancelOffer', 'createContact', 'voidInvoice']);
});

test('the descriptions of operations equal the output of `npm run generate`', () => {
  const files = written();
  const expected = Object.entries(operationTexts(api));
  expect(Object.keys(files).sort()).toEqual(expected.map(([name]) => name).sort());
  for (const [name, text] of expected) expect(files[name] === text, name).toBe(true);
});
