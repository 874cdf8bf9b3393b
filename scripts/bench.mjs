import { ensureBuilt, ensureInstalled, root, runTool } from './ready.mjs';

/** Measures the built program beside a bare handler and writes docs/performance.md; see server/bench/settings.ts. */
ensureInstalled();
ensureBuilt();
runTool('tsc', ['-p', 'server/tsconfig.bench.json']);
const { bench } = await import('../server/dist/bench/bench/main.js');
await bench(root);
