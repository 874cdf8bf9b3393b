import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { beginConsole, ensureInstalled, root } from './ready.mjs';

/**
 * Writes console/dist, the console for browsers, with each file also in compressed formats. The complete new folder
 * replaces the old folder, because the service may be sending files in the meantime.
 */
// Tests run with a different NODE_ENV, for which Vite would build the development version of React, which is 50 %
// larger.
process.env.NODE_ENV = 'production';
ensureInstalled({ tools: false });
const finish = beginConsole();
const folder = path.join(root, 'console');
const { build } = await import('vite');
const dist = path.join(folder, 'dist');
const made = path.join(root, 'node_modules', `.tradepost-console-${process.pid}`);
await build({
  root: folder,
  configFile: path.join(folder, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: made, emptyOutDir: true },
});
const best = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};
for (const name of readdirSync(made, { recursive: true })) {
  const file = path.join(made, name);
  if (!/\.(js|css|html|svg)$/.test(name)) continue;
  const text = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(text, best));
  writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
}
rmSync(dist, { recursive: true, force: true });
renameSync(made, dist);
finish();
