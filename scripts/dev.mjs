import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, root, toolFile } from './ready.mjs';

/** Builds and starts anew at every change of a source, and says what is wrong with its types. */
ensureInstalled();
ensureBuilt();
const run = (args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
const children = [
  run(['scripts/build.mjs', '--watch']),
  run([toolFile('tsc'), '-p', 'server/tsconfig.json', '--watch', '--preserveWatchOutput']),
  run(['--watch', '--watch-preserve-output', 'server/dist/main.js']),
];
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
