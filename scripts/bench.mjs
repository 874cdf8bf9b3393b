import { cpSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureConsole, ensureInstalled, root, runTool } from './ready.mjs';

/**
 * Compares the built program with a bare handler, and replaces the tables of docs/performance.md. `npm run bench -- PART`
 * measures one part and only prints it; the parts are listed in server/bench/main.ts, the settings in
 * server/bench/settings.ts.
 */
ensureInstalled();
ensureBuilt();
const parts = process.argv.slice(2);
if (parts.length === 0 || parts.includes('web')) ensureConsole();
runTool('tsc', ['-p', 'server/tsconfig.bench.json']);
// Worker files are not compiled: the program expects them beside its compiled sources.
cpSync(path.join(root, 'server/workers'), path.join(root, 'server/dist/bench/workers'), { recursive: true });
// The program reads its version from the package two folders above its sources. The compiled sources are one folder
// deeper.
cpSync(path.join(root, 'server/package.json'), path.join(root, 'server/dist/bench/package.json'));
const { bench } = await import('../server/dist/bench/bench/main.js');
await bench(root, parts);
