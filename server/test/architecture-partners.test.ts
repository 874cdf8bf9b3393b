import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const src = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../src');

const code = '(?:mk[A-F]|crm[A-C]|pay[AB]|MK[A-F](?:_CHINA)?|(?:CRM|PAY|BILL|METER)[A-C])';
/** Matches a partner as text, also in SQL, as a key of a table, and as a property. */
const literal = new RegExp(`['\`]${code}['\`]|(?:^|[{,])\\s*${code}\\s*:|(?<=\\w)\\??\\.${code}\\b`, 'gm');

/**
 * Files that may contain partner codes: files of marketplaces and single partners, records, examples, and
 * tests.
 */
const mayName = [
  /^marketplaces\//,
  /^crm\/crm[A-Z]\//,
  /^billing\/payments\/pay[A-Z]\//,
  /(^|\/)records(\.ts$|\/)/,
  /(^|\/)examples\.ts$/,
  /\.(test|fixture)\.ts$/,
];

/** Removes the example that begins at a position, up to its closing bracket or the end of its line. */
function withoutValue(text: string, start: number): string {
  let depth = 0;
  let end = start;
  for (; end < text.length; end++) {
    const letter = text[end] as string;
    if ('{[('.includes(letter)) depth++;
    if ('}])'.includes(letter)) depth--;
    if (depth < 0 || (depth === 0 && '}])\n'.includes(letter))) break;
  }
  return `${text.slice(0, start)}${text.slice(end)}`;
}

/** Removes the values of all examples. */
function withoutExamples(text: string): string {
  const starts = [...text.matchAll(/\b(?:example|\w+Example)\w*\s*[:=]\s+/g)].map(
    (match) => match.index + match[0].length,
  );
  return starts.reduceRight(withoutValue, text);
}

const withoutComments = (text: string): string => text.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');

/** Finds partner codes in a source that should use a trait or capability. */
const partnersIn = (file: string, text: string): string[] =>
  mayName.some((pattern) => pattern.test(file))
    ? []
    : [...withoutExamples(withoutComments(text)).matchAll(literal)].map(
        ([found]) => `${file} names ${found.replaceAll(/[^\w]/g, '')}`,
      );

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) return sourcesUnder(full);
    return entry.name.endsWith('.ts') ? [full] : [];
  });
}

describe('partners', () => {
  test.each([
    [`if (partner === 'MKA') return 1;`, 'MKA'],
    [`switch (partner) { case 'MKA_CHINA': return 1; }`, 'MKA_CHINA'],
    [`const fields = { MKB: 'x' };`, 'MKB'],
    ['const fields = {\n  mkC: 1,\n};', 'mkC'],
    [`text: \`SELECT id FROM offer WHERE partner = 'MKC'\``, 'MKC'],
    ['const partner = `MKD`;', 'MKD'],
    ['return fields.MKE;', 'MKE'],
    [`if (crm === 'crmB') return 1;`, 'crmB'],
    [`['PAYA', 'x'].includes(partner)`, 'PAYA'],
    [`route({\n  example: { partner: 'MKA' },\n  run: () => find('MKF'),\n})`, 'MKF'],
    [`const responseExample = {\n  partner: 'MKA',\n};\nconst here = 'MKF';`, 'MKF'],
    [`example: one,\npartner: 'MKF',`, 'MKF'],
  ])('are found in %s', (text, found) => {
    expect(partnersIn('offers/service.ts', text)).toEqual([`offers/service.ts names ${found}`]);
  });

  test.each([
    [
      'offers/service.ts',
      `import { x } from './mkA-mkB.ts';\nconst mkAAccountId = body.mkAAccountId ?? 'mkAA';`,
    ],
    [
      'offers/service.ts',
      `/** Only 'MKA' has it. */\n// As 'MKB' does.\ndescription: 'Where it is sold: MKA.'`,
    ],
    ['offers/routes.ts', `example: { partner: 'MKA' }, responseExample: [{ partner: 'MKB' }],`],
    ['offers/routes.ts', `const exampleRow = {\n  partners: ['MKA', 'MKB'],\n};`],
    ['offers/sets/examples.ts', `export const set = { partner: 'MKA' };`],
    ['notifications/records/events.ts', `['EMAIL', 'CRMA']`],
    ['marketplaces/rules/table.ts', `MKA: rulesOfA,`],
    ['marketplaces/mkA/rules/index.ts', `fieldPrefix: 'mkA'`],
    ['billing/payments/payA/account.ts', `const partner = 'PAYA';`],
  ])('may be named in %s as %s', (file, text) => {
    expect(partnersIn(file, text)).toEqual([]);
  });

  test('are never compared by name: code uses traits and capabilities', () => {
    const files = sourcesUnder(src);
    expect(files.length).toBeGreaterThan(100);
    const found = files.flatMap((full) =>
      partnersIn(path.relative(src, full).replaceAll(path.sep, '/'), readFileSync(full, 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
