import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const sdk = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const tsc = path.join(sdk, '../node_modules/typescript/bin/tsc');
const folder = mkdtempSync(path.join(tmpdir(), 'tradepost-sdk-'));
const consumer = path.join(folder, 'consumer');
let packed: { files: { path: string }[]; filename: string };

/** The package as users install it. */
beforeAll(() => {
  execFileSync(process.execPath, [path.join(sdk, '../scripts/sdk.mjs')], { stdio: 'inherit' });
  const options = ['--json', '--ignore-scripts', '--loglevel=error', '--pack-destination', folder];
  [packed] = JSON.parse(execFileSync('npm', ['pack', ...options], { cwd: sdk, encoding: 'utf8' }));
  const installed = path.join(consumer, 'node_modules/@tradepost/sdk');
  execFileSync('mkdir', ['-p', installed]);
  execFileSync('tar', ['-xzf', path.join(folder, packed.filename), '--strip-components=1', '-C', installed]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package contains the built files, its licence and README, and nothing else', () => {
  const files = packed.files.map((file) => file.path);
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/index.js', 'dist/index.d.ts']),
  );
  expect(
    files.filter((file) => !/^dist\/[\w/]+(\.d\.ts|\.js)$|^(LICENSE|README\.md|package\.json)$/.test(file)),
  ).toEqual([]);
});

test('an installed package runs without other packages, and its types describe parameters of methods', () => {
  const run = `import { createTradepost, verifyWebhook } from '@tradepost/sdk';
    console.log(typeof createTradepost({ baseUrl: '' }).offers.create, typeof verifyWebhook);`;
  writeFileSync(path.join(consumer, 'run.mjs'), run);
  expect(execFileSync(process.execPath, ['run.mjs'], { cwd: consumer, encoding: 'utf8' })).toBe(
    'function function\n',
  );
  writeFileSync(
    path.join(consumer, 'types.ts'),
    `import { createTradepost, type TradepostError, type WorkloadOffer } from '@tradepost/sdk';
     const tradepost = createTradepost({ baseUrl: '' });
     export const offer: Promise<WorkloadOffer & { id: string }> = tradepost.offers.create({ partner: 'MKA' });
     export const isKnown = ({ code }: TradepostError) => code === 'offer_state';
     // @ts-expect-error There is no such code.
     export const isUnknown = ({ code }: TradepostError) => code === 'offer_stat';
     // @ts-expect-error A misspelt field is none of an offer.
     void tradepost.offers.create({ partnr: 'MKA' });
     // @ts-expect-error A page is awaited, or its rows iterated.
     void tradepost.offers.get('ofr_1')[Symbol.asyncIterator];`,
  );
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'NodeNext',
    '--target',
    'ES2023',
    '--lib',
    'ES2023,DOM',
    '--types',
    '',
  ];
  execFileSync(process.execPath, [tsc, ...options, 'types.ts'], { cwd: consumer, stdio: 'inherit' });
});

describe('the browser bundle', () => {
  test('has at most 8 kB in total, compressed', async () => {
    const { outputFiles } = await build({
      entryPoints: [path.join(sdk, 'src/index.ts')],
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      // A browser can resolve the SDK’s own files only: no `node:`, no package.
      platform: 'browser',
      packages: 'external',
      metafile: true,
    });
    const [bundle] = outputFiles;
    expect(gzipSync(bundle?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(8000);
    expect(bundle?.text).not.toMatch(/\bfrom\s*["']|\bimport\s*\(|\brequire\(|\bprocess\.|\bBuffer\b/);
  });

  test('has no dependency, and imports its own files only', () => {
    const manifest = JSON.parse(readFileSync(path.join(sdk, 'package.json'), 'utf8'));
    const kinds = ['dependencies', 'peerDependencies', 'optionalDependencies'];
    expect(kinds.filter((kind) => kind in manifest)).toEqual([]);
    const sources = readdirSync(path.join(sdk, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    expect(sources.length).toBeGreaterThan(10);
    for (const file of sources)
      for (const [, from = ''] of readFileSync(path.join(sdk, 'src', file), 'utf8').matchAll(
        /\bfrom '([^']+)'/g,
      )) {
        expect(from, file).toMatch(/^\.\.?\//);
        expect(existsSync(path.resolve(sdk, 'src', path.dirname(file), from)), `${file} → ${from}`).toBe(
          true,
        );
      }
  });
});
