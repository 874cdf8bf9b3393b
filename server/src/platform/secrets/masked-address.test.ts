import { expect, test } from 'vitest';
import { createFieldMask, maskAddress, maskProblem, unmaskAddress } from './masked-address.ts';

const x = '********';
const uuid = '550e8400-e29b-41d4-a716-446655440000';

test.each([
  ['https://user:pass@a.example/x', `https://${x}@a.example/x`],
  ['https://user@a.example', `https://${x}@a.example`],
  ['https://a@b:c@a.example/', `https://${x}@a.example/`],
  ['https://a.example/x?token=abc&page=2', `https://a.example/x?token=${x}&page=2`],
  ['https://a.example/x?page=2&API_KEY=1;apikey=2', `https://a.example/x?page=2&API_KEY=${x};apikey=${x}`],
  ['https://a.example?access%5Ftoken=abc#id_token=d', `https://a.example?access%5Ftoken=${x}#id_token=${x}`],
  [
    'https://a.example/?X-Amz-Signature=ab&X-Amz-Credential=c',
    `https://a.example/?X-Amz-Signature=${x}&X-Amz-Credential=${x}`,
  ],
  ['https://a.example/d?sv=2022&se=2027&sp=r&sig=ab', `https://a.example/d?sv=${x}&se=${x}&sp=${x}&sig=${x}`],
  [
    'https://a.example/d?code=1&password=2&secret=3',
    `https://a.example/d?code=${x}&password=${x}&secret=${x}`,
  ],
  ['https://a.example/d?t=4f9aK2mQ8xZ1pL0s', 'https://a.example/d?t=4f9aK2mQ8xZ1pL0s'],
  ['https://a.example/d?t=4f9aK2mQ8xZ1pL0sV7bN3c', `https://a.example/d?t=${x}`],
  [
    'https://a.example/d?f=end-user-license-agreement-2024',
    'https://a.example/d?f=end-user-license-agreement-2024',
  ],
  ['https://a.example/d?t=4f9aK2mQ8xZ1pL0sV7bN3cT5', `https://a.example/d?t=${x}`],
  ['https://a.example/d?4f9aK2mQ8xZ1pL0sV7bN3cT5', `https://a.example/d?${x}`],
  ['https://a.example/d?j=eyJhbGciOi.eyJzdWI.c2ln', `https://a.example/d?j=${x}`],
  ['https://a.example/?to=https%3A%2F%2Fb.example%2F%3Fkey%3D1', `https://a.example/?to=${x}`],
  ['https://a.example/?token=', 'https://a.example/?token='],
  ['https://a.example/?%E0%A4%A=1&secret=2', `https://a.example/?%E0%A4%A=1&secret=${x}`],
  ['https://a.example/?sv=1&lang=de&encode=1&monday=2', 'https://a.example/?sv=1&lang=de&encode=1&monday=2'],
  ['https://a.example/services/T0/B0/4f9aK2mQ8xZ1pL0sV7bN3cT5', `https://a.example/services/T0/B0/${x}`],
  ['https://a.example/d/4f9aK2mQ8xZ1pL0sV7bN3cT5.pdf?page=2#x', `https://a.example/d/${x}?page=2#x`],
  ['https://a.example/d%2F4f9aK2mQ8xZ1pL0sV7bN3cT5/', `https://a.example/${x}/`],
  ['https://a.example/j/eyJhbGciOi.eyJzdWI.c2ln/x', `https://a.example/j/${x}/x`],
  ['https://a.example/a;token=abc;v=2/x', `https://a.example/a;token=${x};v=2/x`],
  [
    'https://a.example/2024/End%20User%20License%20Agreement-v2.pdf',
    'https://a.example/2024/End%20User%20License%20Agreement-v2.pdf',
  ],
  [`https://a.example/d/${uuid}/eula.pdf`, `https://a.example/d/${uuid}/eula.pdf`],
  ['https://4f9aK2mQ8xZ1pL0sV7bN3cT5.example/', 'https://4f9aK2mQ8xZ1pL0sV7bN3cT5.example/'],
  ['fil_4f9aK2mQ8xZ1pL0sV7bN3cT5', 'fil_4f9aK2mQ8xZ1pL0sV7bN3cT5'],
  ['https://a.example/path@2/eula.pdf#page=2', 'https://a.example/path@2/eula.pdf#page=2'],
  ['fil_0123456789', 'fil_0123456789'],
  ['', ''],
])('the address %s is masked as %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown);
  expect(maskAddress(shown), 'masked again').toBe(shown);
  expect(maskProblem(shown) !== undefined).toBe(shown !== address);
  expect(unmaskAddress(shown, ['https://other.example/', address])).toBe(address);
});

test('a UUID in the path of a receiver is masked as a secret', () => {
  const address = `https://hooks.example/catch/${uuid}@${uuid}/in`;
  const shown = `https://hooks.example/catch/${x}/in`;
  expect(maskAddress(address)).toBe(address);
  expect(maskAddress(address, 'receiver')).toBe(shown);
  expect(unmaskAddress(shown, [address], 'receiver')).toBe(address);
});

test('a field that is an address only within one record is not masked elsewhere', () => {
  const { mask } = createFieldMask('eulaUrl', [['externalLink', 'uri']]);
  const uri = 'https://a.example/?key=1';
  const text = `{"a":{"externalLink": {"name": "x", "uri" : "${uri}"}},"uri":"${uri}","externalLink":{"o":{}},"uri":"${uri}"}`;
  expect(mask(text)).toBe(text.replace('?key=1', `?key=${x}`));
});

test('a signed link of this service is not masked', () => {
  const link = 'https://us.example/public/file/fil_1?organization=org_1&expires=1800000000&signature=aB-_9';
  expect(maskAddress(link)).toBe(link);
});

test('a mask in an address other than the stored one is not replaced by the stored secret', () => {
  const stored = ['https://a.example/?token=abc'];
  const moved = `https://thief.example/?token=${x}`;
  expect(unmaskAddress(moved, stored)).toBe(moved);
  expect(maskProblem(moved)).toContain('masked');
});

test('only the named fields of JSON text are masked, and numbers keep every digit', () => {
  const { mask, unmask, findings } = createFieldMask('\\w*[eE]ulaUrls?');
  const secret = 'https://a.example/?key=1';
  const other = 'https://b.example/\\"?key=2';
  const text = `{"eulaUrl" : "${secret}","n":12345678901234567890,"deep":{"xEulaUrls":["${other}", "y"]},"url":"${secret}","t":"\\"eulaUrl\\":\\"${secret}\\""}`;
  const shown = mask(text);
  expect(shown).toBe(text.replace('?key=1', `?key=${x}`).replace('?key=2', `?key=${x}`));
  expect(unmask(JSON.parse(shown), JSON.parse(text))).toEqual(JSON.parse(text));
  expect(findings(JSON.parse(shown)).map(({ pointer }) => pointer)).toEqual([
    '/eulaUrl',
    '/deep/xEulaUrls/0',
  ]);
  expect(findings(JSON.parse(text))).toEqual([]);
});

test.each(['eulaUrl', 'resellerEulaUrl', 'additionalEulaUrls', 'Url'])(
  'a field named %s is masked even if it is the only field',
  (name) => {
    const { mask } = createFieldMask('\\w*[eE]ulaUrls?|\\w*[sS]asUrls?|Url');
    const text = `{"a":{"${name}":"https://a.example/?key=1"}}`;
    expect(mask(text)).toBe(text.replace('?key=1', `?key=${x}`));
  },
);

test('addresses with the same masked form get back the secret of their own position', () => {
  const { mask, unmask } = createFieldMask('urls');
  const stored = { urls: ['https://a.example/?key=1', 'https://a.example/?key=2'] };
  expect(unmask(JSON.parse(mask(JSON.stringify(stored))), stored)).toEqual(stored);
});
