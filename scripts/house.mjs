import { rmSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, root, runTool } from './ready.mjs';

/** Counts what the layout of the sources promises not to have. The tests hold the same rules; see server/test/house/. */
ensureInstalled();
const built = path.join(root, 'server/dist/house');
runTool('tsc', ['-p', 'server/tsconfig.house.json']);
const { countHouse } = await import('../server/dist/house/count.js');
// What is installed on servers is made of server/dist.
rmSync(built, { recursive: true, force: true });
const counts = countHouse(root);
for (const { name, found } of counts) {
  process.stdout.write(`${found.length > 0 ? 'FAILED' : 'ok    '} ${found.length} ${name}\n`);
  for (const each of found) process.stdout.write(`         ${each}\n`);
}
process.exitCode = counts.some(({ found }) => found.length > 0) ? 1 : 0;
