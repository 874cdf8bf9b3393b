import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt, ensureInstalled, isConsoleBuilt, root, servesConsole } from './ready.mjs';

ensureInstalled({ tools: false });
ensureBuilt();
// The service starts without waiting for the build of the console, which runs concurrently. Until the build is
// complete, the console's URL returns a page about the build. The output of the build is separate from the service's
// log.
if (servesConsole(process.argv.slice(2)) && !isConsoleBuilt())
  spawn(process.execPath, [path.join(root, 'scripts', 'console.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  }).unref();
await import('../server/dist/main.js');
