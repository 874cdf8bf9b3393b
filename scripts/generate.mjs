import { spawnSync } from 'node:child_process';
import { ensureBuilt, ensureInstalled, root } from './ready.mjs';

ensureInstalled();
ensureBuilt();
const { generate } = await import('../server/dist/generate.js');
await generate(root);
spawnSync('git', ['status', '--short', 'openapi.json', 'server/src/platform/tables.ts'], {
  cwd: root,
  stdio: 'inherit',
});
