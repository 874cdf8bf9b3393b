import { randomInt } from 'node:crypto';
import { ensureInstalled, runTool } from './ready.mjs';

const args = process.argv.slice(2);
// Each run tries another part of the generated cases, which these variables repeat.
process.env.GENERATED_SEED ||= String(randomInt(100_000));
process.env.GENERATED_SHARE ||= '0.25';
const variables = ['GENERATED_SEED', 'GENERATED_SHARE', 'GENERATED_RUNS'].filter((name) => process.env[name]);
const replay = [...variables.map((name) => `${name}=${process.env[name]}`), 'npm test'].join(' ');
const say = () =>
  console.log(`Generated cases of this run: ${args.length ? `${replay} -- ${args.join(' ')}` : replay}`);

say();
process.on('exit', (status) => status && say());
ensureInstalled();
// The program and the console are built by the tests that start them (server/test/built.ts).
runTool('vitest', ['run', '--root', 'server', ...args]);
