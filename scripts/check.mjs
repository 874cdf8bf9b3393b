import { ensureBuilt, ensureInstalled, runTool } from './ready.mjs';

/** Types, lint and format, the rules for the OpenAPI document, then the tests that read the code itself: architecture, conventions, rule numbers. */
ensureInstalled();
ensureBuilt();
runTool('tsc', ['-p', 'server/tsconfig.json']);
runTool('biome', ['ci', '.']);
runTool('spectral', ['lint', 'openapi.json', '--fail-severity=hint']);
runTool('redocly', ['lint', 'openapi.json', '--format=stylish'], {
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
});
runTool('vitest', [
  'run',
  '--root',
  'server',
  'test/architecture',
  'test/conventions',
  'test/openapi',
  'test/rules',
]);
