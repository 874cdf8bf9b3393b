import { spawnSync } from 'node:child_process';
import { ensureBuilt, ensureInstalled, root } from './ready.mjs';

ensureInstalled();
// A table of a new migration is not yet in tables.ts, which types may lack: what is built runs all the same.
ensureBuilt();
const { generate } = await import('../server/dist/generate.js');
await generate(root);
ensureBuilt();
spawnSync('git', ['status', '--short', 'openapi.json', 'server/src/platform/database/tables.ts'], {
  cwd: root,
  stdio: 'inherit',
});
