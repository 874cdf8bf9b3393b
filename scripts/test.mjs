import { ensureBuilt, ensureInstalled, runTool } from './ready.mjs';

ensureInstalled();
ensureBuilt();
runTool('vitest', ['run', '--root', 'server', ...process.argv.slice(2)]);
