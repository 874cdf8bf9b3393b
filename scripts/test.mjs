import { ensureInstalled, runTool } from './ready.mjs';

ensureInstalled();
// The program and the console are built by the tests that start them (server/test/built.ts).
runTool('vitest', ['run', '--root', 'server', ...process.argv.slice(2)]);
