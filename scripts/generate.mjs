import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { ensureBuilt, ensureInstalled, root } from './ready.mjs';

ensureInstalled();
// Types may be outdated until tables.ts includes the tables of new migrations, but the service builds and runs.
ensureBuilt();
const { generate } = await import('../server/dist/generate.js');
await generate(root);
await generateFiles('sdk', 'sdkTexts');
await generateFiles('console', 'operationTexts');
ensureBuilt();
const made = [
  'openapi.json',
  'docs/configuration.md',
  'docs/cli.md',
  'server/src/platform/database/tables.ts',
  'sdk/src/generated',
  'console/src/generated',
];
spawnSync('git', ['status', '--short', ...made], {
  cwd: root,
  stdio: 'inherit',
});

/** Generates the files of a workspace from the document. The generator is a separate tool. */
async function generateFiles(workspace, texts) {
  const outfile = path.join(root, `node_modules/.tradepost-${workspace}-generator.mjs`);
  const entryPoints = [path.join(root, workspace, 'generate/index.ts')];
  await build({ entryPoints, outfile, bundle: true, format: 'esm', platform: 'node' });
  const generator = await import(outfile);
  const document = JSON.parse(readFileSync(path.join(root, 'openapi.json'), 'utf8'));
  const codes = readdirSync(path.join(root, 'docs/errors')).map((file) => path.basename(file, '.md'));
  const folder = path.join(root, workspace, 'src/generated');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(generator[texts](document, codes.sort())))
    writeFileSync(path.join(folder, name), text);
}
