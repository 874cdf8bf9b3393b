import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readImports, sliceOf } from './house/layout.ts';
import { isTest, readSources } from './house/sources.ts';

const server = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const sources = readSources(path.join(server, 'src'), /\.ts$/).filter((source) => !isTest(source));
const ofTheSandbox = sources.filter(({ file }) => /^(marketplaces\/sandbox|sandbox)\//.test(file));

/** What the service itself keeps of usage, by the tables. */
const tablesOfMetering = /\busage_(batch|group|key|report|line|ledger|balance|included|daily)\b/;

test('what the sandbox bills of usage is its own: its code imports nothing of metering, and reads none of its tables', () => {
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

test('what the sandbox bills proves what is reckoned: it imports nothing by which the service counts periods and money', () => {
  const marketplace = sources.filter(({ file }) => file.startsWith('marketplaces/sandbox/'));
  expect(marketplace.length).toBeGreaterThan(40);
  const counts = (file: string) =>
    ['entitlements', 'metering', 'billing'].includes(sliceOf(file) ?? '') ||
    file.startsWith('platform/money-and-time/');
  const imported = readImports(marketplace).filter(({ imported: files }) => files.some(counts));
  expect(imported.map(({ file, imported: files }) => [file, files.filter(counts)])).toEqual([]);
});

/** What the service itself keeps of revenue, by the tables. */
const tablesOfRevenue = /\brevenue_(detail|record|payout|cursor|daily)\b/;

test('what the sandbox pays out is its own: its code imports nothing of revenue, and reads none of its tables', () => {
  const imported = readImports(ofTheSandbox).filter(({ imported: files }) =>
    files.some((file) => ['revenue', 'reports'].includes(sliceOf(file) ?? '')),
  );
  expect(imported.map(({ file }) => file)).toEqual([]);
  expect(ofTheSandbox.filter(({ text }) => tablesOfRevenue.test(text)).map(({ file }) => file)).toEqual([]);
});
