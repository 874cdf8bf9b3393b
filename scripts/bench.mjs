import { cpSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, ensureConsole, ensureInstalled, root, runTool } from './ready.mjs';

/**
 * Measures the built program beside a bare handler, its lists, sales, webhooks, usage, billing, reports, knowledge, imports, connections and the console in a browser, and writes docs/performance.md;
 * `npm run bench -- billing`, `connections`, `import`, `knowledge`, `lists`, `reports`, `requests`, `sales`, `web`, `webhooks` or `usage` measures these alone and only prints. See
 * server/bench/settings.ts.
 */
ensureInstalled();
ensureBuilt();
const parts = process.argv.slice(2);
if (parts.length === 0 || parts.includes('web')) ensureConsole();
runTool('tsc', ['-p', 'server/tsconfig.bench.json']);
// What runs in threads is not compiled: it lies beside the sources that start it.
cpSync(path.join(root, 'server/workers'), path.join(root, 'server/dist/bench/workers'), { recursive: true });
// The program reads its version from the package two folders above its sources, which are one folder deeper here.
cpSync(path.join(root, 'server/package.json'), path.join(root, 'server/dist/bench/package.json'));
const { bench } = await import('../server/dist/bench/bench/main.js');
await bench(root, parts);
