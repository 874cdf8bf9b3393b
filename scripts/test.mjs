import { ensureBuilt, ensureConsole, ensureInstalled, runTool } from './ready.mjs';

ensureInstalled();
ensureBuilt();
ensureConsole();
runTool('vitest', ['run', '--root', 'server', ...process.argv.slice(2)]);
