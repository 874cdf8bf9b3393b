/** Creates a random number generator with a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random sample of a list, in random order. */
export function sample<T>(items: readonly T[], count: number, random: () => number): T[] {
  const ranked = items.map((item) => ({ item, rank: random() }));
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ item }) => item);
}

/** Returns text that does not compress, so that compressed storage does not hide its length. */
function noise(length: number): string {
  const random = seeded(length);
  return Array.from({ length }, () => String.fromCharCode(33 + Math.floor(random() * 90)))
    .join('')
    .replaceAll(/["\\]/g, 'x');
}

const text = (value: string): string => JSON.stringify(value);
export const nested = (depth: number, open = '[', close = ']', inside = ''): string =>
  `${open.repeat(depth)}${inside}${close.repeat(depth)}`;

/** A value of each JSON type, as text. */
export const ofEachType = ['null', 'true', '7', '1.5', '"x"', '[]', '["x"]', '[[1]]', '{}', '{"x":1}'];

/** Edge-case values as JSON text. */
export const awkward = [
  '-1',
  '0',
  '-0',
  '1e308',
  '-1e308',
  '5e-324',
  '1e400',
  '2147483648',
  '9007199254740993',
  '123456789012345678901234567890',
  text(''),
  text(' '),
  text('\t\n'),
  text('\u0000'),
  text('a\u0000b'),
  '"\\ud800"',
  '"\\udc00x"',
  text('\u202e\ufffe'),
  text(noise(3000)),
  text(noise(20_000)),
  text('é'.repeat(70_000)),
  text('0000-01-01'),
  text('9999-12-31T23:59:59.999999999Z'),
  text('2027-02-30'),
  text('2027-01-31T00:00:00+23:59'),
  text('2027-01-31t00:00:00z'),
  text('2016-12-31T23:59:60Z'),
  text('2027-01-31T24:00:00Z'),
  text('infinity'),
  text('now'),
  text('NaN'),
  text('1'),
  text('null'),
  text('__proto__'),
  text('constructor'),
  text(`'; DROP TABLE offer; --`),
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"toString":1,"hasOwnProperty":2}',
  '{"":1}',
  '{"a\\u0000":1}',
  '{"\\ud800":1}',
  `{${text(noise(3000))}:1}`,
  '{"a/b~c":"\\u0000"}',
  '[null]',
  '[null,"x",1,{}]',
  `[${'1,'.repeat(20_000)}1]`,
  `[${'{},'.repeat(5000)}{}]`,
  nested(63),
  nested(64),
  nested(70),
  nested(70, '{"a":', '}', '1'),
];

/** Bodies that are not valid JSON or not an object. */
export const brokenBodies: readonly (string | Uint8Array)[] = [
  '{',
  '{"name":"x"',
  '{"name":"x"}x',
  '{}{}',
  '{} []',
  "{'name':'x'}",
  '{name:1}',
  '{"a":NaN}',
  '{"a":01}',
  '{"a":1,}',
  '[1',
  '"',
  '\u0000',
  '{"a":"\u0000"}',
  '{"a":"\t"}',
  'undefined',
  '\ufeff\ufeff{}',
  '//\n{}',
  '<a/>',
  'name=x',
  Uint8Array.from([0x7b, 0xff, 0x7d]),
  Uint8Array.from([...Buffer.from('{"name":"'), 0xc3, ...Buffer.from('"}')]),
  Uint8Array.from([...Buffer.from('{"name":"'), 0xed, 0xa0, 0x80, ...Buffer.from('"}')]),
  Buffer.from('{"name":"x"}', 'utf16le'),
  nested(100_000, '[', ''),
];
export const otherBodies = ['null', '[]', '[{}]', '"x"', '""', '1', '1e400', 'true', nested(10_000)];
export const deepObjects = [65, 70, 10_000].map((depth) => nested(depth, '{"a":', '}', '1'));

/** Values of a query parameter, as written in a URL. */
export const queryValues = [
  '',
  '%20',
  'x',
  '0',
  '-1',
  '1',
  '1001',
  '1e3',
  'abc',
  '1.5',
  '999999999999999',
  '9999999999999999999',
  '0x10',
  '%2B1',
  '+1',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF',
  '%',
  '%E0%A4%A',
  '%C0%80',
  'null',
  '__proto__',
  'constructor',
  '[]',
  '{}',
  'true',
  'TRUE',
  '%27%3B%20DROP%20TABLE%20offer',
  '%F0%9F%98%80',
  'a'.repeat(5000),
  'mka',
  'ACTIVE',
  'active',
  '%25',
  '{%22a%22:1}',
];

/** Values of a path parameter, as written in a URL. */
export const pathValues = [
  '%00',
  'a%00b',
  '%20',
  '.',
  '..',
  '%2e%2e',
  '%2F',
  '..%2F..%2Fetc',
  '%5C',
  '%',
  '%E0%A4%A',
  '%ED%A0%80',
  '%FF',
  '%C0%80',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  '%F0%9F%98%80',
  '%27--',
  '*',
  '~',
  '-1',
  'a'.repeat(64),
  'a'.repeat(65),
  'a'.repeat(513),
  'a'.repeat(6000),
];
