import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const page = readFileSync(path.join(repository, 'docs/security.md'), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Threat|---) /.test(line));

test.each(rows.map((row) => row.split(' | ')))('the threat model names tests that exist: %s', (...cells) => {
  const named = [...(cells[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file as string);
  expect(named.length).toBeGreaterThan(0);
  for (const file of named) {
    expect(file).toMatch(/\.test\.ts$/);
    expect(existsSync(path.join(repository, 'server', file)), file).toBe(true);
  }
});

test('the threat model is linked from README and SECURITY.md', () => {
  expect(rows.length).toBeGreaterThan(20);
  for (const file of ['README.md', 'SECURITY.md'])
    expect(readFileSync(path.join(repository, file), 'utf8')).toContain('(docs/security.md)');
});
