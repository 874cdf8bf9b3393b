import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { ensureBuilt, ensureInstalled, root } from './ready.mjs';

ensureInstalled();
// A table of a new migration is not yet in tables.ts, which types may lack: what is built runs all the same.
ensureBuilt();
const { generate } = await import('../server/dist/generate.js');
await generate(root);
await generateSdk();
ensureBuilt();
const made = ['openapi.json', 'server/src/platform/database/tables.ts', 'sdk/src/generated'];
spawnSync('git', ['status', '--short', ...made], {
  cwd: root,
  stdio: 'inherit',
});

/** The SDK is made from the document, by a generator that is no part of the program. */
async function generateSdk() {
  const outfile = path.join(root, 'node_modules/.tradepost-sdk-generator.mjs');
  const entryPoints = [path.join(root, 'sdk/generate/index.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  const { sdkTexts } = await import(outfile);
  const document = JSON.parse(readFileSync(path.join(root, 'openapi.json'), 'utf8'));
  const codes = readdirSync(path.join(root, 'docs/errors')).map((file) => path.basename(file, '.md'));
  const folder = path.join(root, 'sdk/src/generated');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(sdkTexts(document, codes.sort())))
    writeFileSync(path.join(folder, name), text);
}
