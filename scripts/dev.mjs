import { spawn } from 'node:child_process';
import { ensureBuilt, ensureInstalled, root, toolFile } from './ready.mjs';

/** Rebuilds and restarts the program at every change of a source, and prints type errors. */
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
