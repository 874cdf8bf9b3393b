import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readImports, sliceOf } from './house/layout.ts';
import { isTest, readSources } from './house/sources.ts';

const server = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const sources = readSources(path.join(server, 'src'), /\.ts$/).filter((source) => !isTest(source));
const ofTheSandbox = sources.filter(({ file }) => /^(marketplaces\/sandbox|sandbox)\//.test(file));

/** The service's own tables of usage. */
const tablesOfMetering = /\busage_(batch|group|key|report|line|ledger|balance|included|daily)\b/;

test('the sandbox bills usage independently: its code imports nothing from metering and reads none of its tables', () => {
  expect(ofTheSandbox.length).toBeGreaterThan(50);
  expect(sources.some(({ file, text }) => file.startsWith('metering/') && tablesOfMetering.test(text))).toBe(
    true,
  );
  const imported = readImports(ofTheSandbox).filter(({ imported: files }) =>
    files.some((file) => sliceOf(file) === 'metering'),
  );
  expect(imported.map(({ file }) => file)).toEqual([]);
  expect(ofTheSandbox.filter(({ text }) => tablesOfMetering.test(text)).map(({ file }) => file)).toEqual([]);
});

test('the sandbox calculates independently: it imports none of the service’s calculations of periods and money', () => {
  const marketplace = sources.filter(({ file }) => file.startsWith('marketplaces/sandbox/'));
  expect(marketplace.length).toBeGreaterThan(40);
  const counts = (file: string) =>
    ['entitlements', 'metering', 'billing'].includes(sliceOf(file) ?? '') ||
    file.startsWith('platform/money-and-time/');
  const imported = readImports(marketplace).filter(({ imported: files }) => files.some(counts));
  expect(imported.map(({ file, imported: files }) => [file, files.filter(counts)])).toEqual([]);
});

/** The service's own tables of revenue. */
const tablesOfRevenue = /\brevenue_(detail|record|payout|cursor|daily)\b/;

test('the sandbox pays out independently: its code imports nothing from revenue and reads none of its tables', () => {
  const imported = readImports(ofTheSandbox).filter(({ imported: files }) =>
    files.some((file) => ['revenue', 'reports'].includes(sliceOf(file) ?? '')),
  );
  expect(imported.map(({ file }) => file)).toEqual([]);
  expect(ofTheSandbox.filter(({ text }) => tablesOfRevenue.test(text)).map(({ file }) => file)).toEqual([]);
});
