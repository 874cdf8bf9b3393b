import { runChecks } from './checks.mjs';
import { ensureInstalled, toolFile } from './ready.mjs';

const tool = (name, ...args) => [toolFile(name), ...args];
/** Parses the JSON in a tool's output, after preceding text. */
const parse = (text) => JSON.parse(text.slice(text.search(/[[{]/)));

/**
 * The minimum usability score by redocly. Deeply nested records limit the score:
 * docs/decisions/0011-records-and-the-api-document.md
 */
const leastScore = 86;
function judgeScore(printed) {
  const { agentReadiness, subscores } = parse(printed);
  const parts = Object.entries(subscores).map(([name, part]) => `${name} ${Math.round(part * 100)}`);
  const note = `${agentReadiness} of 100, at least ${leastScore} (${parts.join(', ')})`;
  return agentReadiness < leastScore ? { problem: note } : { note };
}

/**
 * Counts findings of the published OWASP rules, for information. The project's own rules list their changes with
 * reasons.
 */
const countFindings = (printed) => ({
  note: `${parse(printed).length} findings as published, 0 by .spectral.yaml`,
});

const owasp = ['--ruleset', 'scripts/owasp-as-published.yaml'];
const codeTests = ['test/architecture', 'test/conventions', 'test/openapi', 'test/rules'];

ensureInstalled();
/** Whether the tests are skipped, after a run of the whole suite on the same sources. */
const isTested = process.argv.includes('--tested');
/** All checks, the fastest first. The only included tests are tests of the code itself. */
const checks = [
  { name: 'openapi.json by redocly', args: tool('redocly', 'lint', 'openapi.json', '--format=stylish') },
  { name: 'lint and format', args: tool('biome', 'ci', '.') },
  { name: 'plain words', args: ['scripts/prose.mjs'] },
  {
    name: 'openapi.json by spectral',
    args: tool('spectral', 'lint', 'openapi.json', '--fail-severity=hint'),
  },
  { name: 'types', args: tool('tsc', '-p', 'server/tsconfig.json') },
  { name: 'types of the SDK without Node types', args: tool('tsc', '-p', 'sdk/tsconfig.json') },
  { name: 'types of the console', args: tool('tsc', '-p', 'console/tsconfig.json') },
  {
    name: 'redocly score',
    args: tool('redocly', 'score', 'openapi.json', '--format=json'),
    judge: judgeScore,
  },
  {
    name: 'OWASP rules',
    args: tool('spectral', 'lint', 'openapi.json', '--format=json', '--quiet', ...owasp),
    judge: countFindings,
  },
  { name: 'tests of the code itself', args: tool('vitest', 'run', '--root', 'server', ...codeTests) },
];
const passed = runChecks(isTested ? checks.filter(({ args }) => args[0] !== toolFile('vitest')) : checks);
process.exitCode = passed ? 0 : 1;
