import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import rules from './contract/rules.json' with { type: 'json' };

const server = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Implemented parts of the product, in which each rule has a test. */
const builtParts = ['F', 'O', 'D', 'E'];

const testFiles = ['src', 'test'].flatMap((folder) =>
  readdirSync(path.join(server, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join(server, folder, file)),
);

/** Returns the titles of tests and groups, as written. */
function titlesOf(text: string): string[] {
  const call =
    /\b(?:test|it|describe)(?:\.\w+(?:\([^'`]*?\))?|\s)*(?:\.each\([\s\S]*?\n?\s*\]?(?: as const)?\))?\(\s*(['`])((?:\\.|(?!\1)[\s\S])*)\1/g;
  return [...text.matchAll(call)].map((match) => match[2] as string);
}

const namedIn = (titles: readonly string[]): Set<string> =>
  new Set(titles.flatMap((title) => title.match(/\bR\d+\b/g) ?? []));

const titles = testFiles.flatMap((file) => titlesOf(readFileSync(file, 'utf8')));
const tested = namedIn(titles);
const promised = Object.entries(rules).filter(([, parts]) =>
  parts.split(',').some((part) => builtParts.includes(part)),
);

describe('the rules of the specification', () => {
  test('are listed with their parts', () => {
    expect(Object.keys(rules).length).toBe(52);
    expect(promised.length).toBeGreaterThan(25);
    for (const parts of Object.values(rules)) expect(parts).toMatch(/^[FODEMCX](,[FODEMCX])*$/);
  });

  test('titles are found in every form of test declaration', () => {
    const forms = [
      `test('R91 plain', () => {})`,
      `  it("x")`,
      `test.each(cases)('R92 each', () => {})`,
      `test.each([\n  ['a', 1],\n  ['b', 2],\n] as const)('R93 table', () => {})`,
      `describe('R94 group', () => {})`,
      `const text = 'R95 is not a title';`,
      `// test(R96)`,
    ];
    expect([...namedIn(forms.flatMap(titlesOf))].sort()).toEqual(['R91', 'R92', 'R93', 'R94']);
  });

  test.each(promised)('%s has a test that names it', (rule) => {
    expect([...tested]).toContain(rule);
  });

  test('no test names an unknown rule', () => {
    const own = ['R91', 'R92', 'R93', 'R94'];
    expect([...tested].filter((rule) => !(rule in rules) && !own.includes(rule))).toEqual([]);
  });
});
