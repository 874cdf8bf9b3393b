import { expect, test } from 'vitest';
import { readTaxRates } from './tax.ts';

const rules = [
  { country: 'DE', sellerCountry: 'DE', taxes: [{ name: 'VAT', percent: 19 }] },
  { country: 'DE', buyerHasTaxId: true, taxes: [], note: 'Reverse charge' },
  { country: 'DE', taxes: [{ name: 'VAT', percent: '19.0' }] },
  {
    country: 'CA',
    taxes: [
      { name: 'GST', percent: 5 },
      { name: 'QST', percent: '9.975' },
    ],
  },
  { country: 'CH', taxes: [] },
];
const shown = (seller: string | undefined, buyer: string | undefined, taxIds?: string[]) => {
  const { taxes, note } = readTaxRates(JSON.stringify(rules)).of({
    seller: { country: seller },
    buyer: { country: buyer, taxIds },
    language: 'en',
  });
  return [taxes.map(({ name, percent }) => `${name} ${percent.toFixed()}`).join(), note];
};

test.each([
  ['DE', 'DE', ['DE1'], ['VAT 19', undefined]],
  ['FR', 'DE', ['DE1'], ['', 'Reverse charge']],
  ['FR', 'DE', [' '], ['VAT 19', undefined]],
  ['FR', ' de ', undefined, ['VAT 19', undefined]],
  [undefined, 'CA', undefined, ['GST 5,QST 9.975', undefined]],
  ['DE', 'CH', undefined, ['', 'No tax is charged.']],
  ['DE', 'US', ['1'], ['', 'No tax is charged: no tax rate is set for US.']],
  ['DE', 'Germany', undefined, ['', 'No tax is charged: the buyer’s country is unknown.']],
  ['DE', undefined, undefined, ['', 'No tax is charged: the buyer’s country is unknown.']],
])('from %s to %s with tax ids %j, the first matching rule applies', (seller, buyer, taxIds, wanted) => {
  expect(shown(seller, buyer, taxIds as string[] | undefined)).toEqual(wanted);
});

test.each([
  ['de', 'US', 'Es wird keine Steuer berechnet: Für US ist kein Satz bekannt.'],
  ['fr', '', 'Aucune taxe n’est facturée : le pays de l’acheteur n’est pas connu.'],
  ['de', 'CH', 'Es wird keine Steuer berechnet.'],
  ['de', 'AT', 'Steuerschuldnerschaft des Leistungsempfängers'],
  ['fr', 'AT', 'Reverse charge'],
  ['de', 'LI', 'Said the same to all'],
])('in %s to %s the note is %s', (language, country, wanted) => {
  const note = { en: 'Reverse charge', de: 'Steuerschuldnerschaft des Leistungsempfängers' };
  const rates = readTaxRates(
    JSON.stringify([
      { country: 'CH', taxes: [] },
      { country: 'AT', taxes: [], note },
      { country: 'LI', taxes: [], note: 'Said the same to all' },
    ]),
  );
  expect(rates.of({ seller: {}, buyer: { country }, language }).note).toBe(wanted);
});

test('without rates no tax is charged, and the invoice has a note', () => {
  expect(readTaxRates(undefined).of({ seller: {}, buyer: { country: 'DE' }, language: 'en' })).toEqual({
    taxes: [],
    note: 'No tax is charged: no tax rate is set for DE.',
  });
});

test.each([
  ['{', 'TAX_RATES: must be JSON'],
  ['{}', 'all: must be a list of rules'],
  ['[{"country":"de","taxes":[]}]', '0.country: must be an ISO 3166-1 code'],
  ['[{"taxes":[]}]', '0.country: must be an ISO 3166-1 code'],
  [
    '[{"country":"DE","taxes":[{"name":"VAT","percent":101}]}]',
    '0.taxes.0.percent: must be a number from 0 to 100',
  ],
  [
    '[{"country":"DE","taxes":[{"name":"VAT","percent":"-1"}]}]',
    '0.taxes.0.percent: must be a number from 0 to 100',
  ],
  ['[{"country":"DE","taxes":[],"note":{"de":"x"}}]', '0.note: must be a text'],
  ['[{"country":"DE","rate":19,"taxes":[]}]', '0: must be a rule'],
  ['[{"country":"DE","taxes":[{"percent":1}]}]', '0.taxes.0.name: must be a text of'],
  ['[{"country":"DE","taxes":"x"}]', '0.taxes: must be a list'],
])('%s is rejected with the path of the error', (text, message) => {
  expect(() => readTaxRates(text)).toThrow(message);
});
