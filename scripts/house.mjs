import { rmSync } from 'node:fs';
import path from 'node:path';
import { printReach } from './reach.mjs';
import { ensureInstalled, root, runTool } from './ready.mjs';

/**
 * Counts violations of the source layout rules, and prints the number of files that an operation involves. Tests in
 * server/test/house/ check the same rules. `npm run house -- FILE#FUNCTION` lists the files of one entry.
 */
const [entry] = process.argv.slice(2);
ensureInstalled();
if (entry) {
  printReach(entry);
  process.exit();
}
const built = path.join(root, 'server/dist/house');
runTool('tsc', ['-p', 'server/tsconfig.house.json']);
const { countHouse } = await import('../server/dist/house/count.js');
// Removes the compiled rules, because server/dist is installed on servers.
rmSync(built, { recursive: true, force: true });
const counts = countHouse(root);
for (const { name, found } of counts) {
  process.stdout.write(`${found.length > 0 ? 'FAILED' : 'ok    '} ${found.length} ${name}\n`);
  for (const each of found) process.stdout.write(`         ${each}\n`);
}
printReach();
process.exitCode = counts.some(({ found }) => found.length > 0) ? 1 : 0;
