import { expect, test } from 'vitest';
import { agreementAddresses } from './agreement-addresses.ts';

const secret = '4f9aK2mQ8xZ1pL0sV7bN3cT5';
const address = `https://docs.example/share/${secret}?token=hush`;
const shown = 'https://docs.example/share/********?token=********';

test.each([
  ['marketplace A', { documents: [{ Url: address, Type: 'CustomEula' }] }],
  ['marketplace B', { termsAndConditionsDocSasUrl: address }],
  [
    'marketplace C',
    { eulaAgreementDocument: { documentType: 'CUSTOM_EULA', externalLink: { uri: address } } },
  ],
  ['marketplace F', { terms_of_service: { type: 'CUSTOM', custom_link: address } }],
])('secrets in the agreement address of %s are masked', (_, mirror) => {
  const text = JSON.stringify(mirror);
  expect(agreementAddresses.mask(text)).toBe(text.replace(address, shown));
});

test('seller’s own fields with such a name are not masked', () => {
  const text = JSON.stringify({ customMetaInfo: { uri: address, custom_link: address } });
  expect(agreementAddresses.mask(text)).toBe(text);
});
