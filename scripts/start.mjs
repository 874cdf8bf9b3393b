import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, isConsoleBuilt, root, servesConsole } from './ready.mjs';

ensureInstalled({ tools: false });
ensureBuilt();
// The service does not wait for the console, which is built beside it: until then a page there says so. What its build
// prints is not the service's log.
if (servesConsole(process.argv.slice(2)) && !isConsoleBuilt())
  spawn(process.execPath, [path.join(root, 'scripts', 'console.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  }).unref();
await import('../server/dist/main.js');
