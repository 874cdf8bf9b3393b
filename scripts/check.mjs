import { spawnSync } from 'node:child_process';
import { ensureBuilt, ensureInstalled, root, runTool, toolFile } from './ready.mjs';

/** How simple the document is to work with, by redocly. What limits it: docs/decisions/0065-marks-defaults-and-limits.md */
function printScore(least) {
  const { agentReadiness, subscores } = readJson('redocly', ['score', 'openapi.json', '--format=json']);
  const parts = Object.entries(subscores).map(([name, part]) => `${name} ${Math.round(part * 100)}`);
  process.stdout.write(`redocly score: ${agentReadiness} of 100, at least ${least} (${parts.join(', ')})\n`);
  if (agentReadiness < least) process.exit(1);
}

/** How many findings the published rules of OWASP have as they are: the project's own, above, say what they change and why. */
function printFindings() {
  const ruleset = ['--ruleset', 'scripts/owasp-as-published.yaml'];
  const found = readJson('spectral', ['lint', 'openapi.json', '--format=json', '--quiet', ...ruleset]);
  process.stdout.write(`OWASP rules: ${found.length} findings as published, 0 by .spectral.yaml\n`);
}

function readJson(tool, args) {
  const { stdout } = spawnSync(process.execPath, [toolFile(tool), ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  return JSON.parse(stdout.slice(stdout.search(/[[{]/)));
}

/** Types, lint and format, the rules for the OpenAPI document, then the tests that read the code itself: architecture, conventions, rule numbers. */
ensureInstalled();
ensureBuilt();
runTool('tsc', ['-p', 'server/tsconfig.json']);
runTool('biome', ['ci', '.']);
runTool('spectral', ['lint', 'openapi.json', '--fail-severity=hint']);
runTool('redocly', ['lint', 'openapi.json', '--format=stylish'], {
  env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
});
printScore(88);
printFindings();
runTool('vitest', [
  'run',
  '--root',
  'server',
  'test/architecture',
  'test/conventions',
  'test/openapi',
  'test/rules',
]);
