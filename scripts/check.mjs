import { runChecks } from './checks.mjs';
import { ensureInstalled, toolFile } from './ready.mjs';

const tool = (name, ...args) => [toolFile(name), ...args];
/** Tools say a word or two before the JSON. */
const parse = (text) => JSON.parse(text.slice(text.search(/[[{]/)));

/** How simple the document is to work with, by redocly. What limits it: docs/decisions/0065-marks-defaults-and-limits.md */
const leastScore = 86;
function judgeScore(printed) {
  const { agentReadiness, subscores } = parse(printed);
  const parts = Object.entries(subscores).map(([name, part]) => `${name} ${Math.round(part * 100)}`);
  const note = `${agentReadiness} of 100, at least ${leastScore} (${parts.join(', ')})`;
  return agentReadiness < leastScore ? { problem: note } : { note };
}

/** How many findings the published rules of OWASP have as they are: the project's own say what they change and why. */
const countFindings = (printed) => ({
  note: `${parse(printed).length} findings as published, 0 by .spectral.yaml`,
});

const owasp = ['--ruleset', 'scripts/owasp-as-published.yaml'];
const codeTests = ['test/architecture', 'test/conventions', 'test/openapi', 'test/rules'];

ensureInstalled();
/** Where the whole suite has run on the same sources, its tests need not run again. */
const isTested = process.argv.includes('--tested');
/** What takes least comes first. The tests are those that read the code itself. */
const checks = [
  { name: 'openapi.json by redocly', args: tool('redocly', 'lint', 'openapi.json', '--format=stylish') },
  { name: 'lint and format', args: tool('biome', 'ci', '.') },
  {
    name: 'openapi.json by spectral',
    args: tool('spectral', 'lint', 'openapi.json', '--fail-severity=hint'),
  },
  { name: 'types', args: tool('tsc', '-p', 'server/tsconfig.json') },
  { name: 'types of the SDK without those of Node', args: tool('tsc', '-p', 'sdk/tsconfig.json') },
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
