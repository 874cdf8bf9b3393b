import { ensureBuilt, ensureInstalled, runTool } from './ready.mjs';

/** Types, lint and format, then the tests that read the code itself: architecture, conventions, rule numbers. */
ensureInstalled();
ensureBuilt();
runTool('tsc', ['-p', 'server/tsconfig.json']);
runTool('biome', ['ci', '.']);
runTool('vitest', [
  'run',
  '--root',
  'server',
  'test/architecture',
  'test/conventions',
  'test/openapi',
  'test/rules',
]);
