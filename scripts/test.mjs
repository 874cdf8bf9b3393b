import { randomInt } from 'node:crypto';
import { ensureInstalled, runTool } from './ready.mjs';

const args = process.argv.slice(2);
// Each run tests a different part of the generated cases; these variables repeat a run.
process.env.GENERATED_SEED ||= String(randomInt(100_000));
process.env.GENERATED_SHARE ||= '0.25';
const variables = ['GENERATED_SEED', 'GENERATED_SHARE', 'GENERATED_RUNS'].filter((name) => process.env[name]);
const replay = [...variables.map((name) => `${name}=${process.env[name]}`), 'npm test'].join(' ');
const say = () =>
  console.log(`Generated cases of this run: ${args.length ? `${replay} -- ${args.join(' ')}` : replay}`);

say();
process.on('exit', (status) => status && say());
ensureInstalled();
// Tests that start the program or the console build it first (server/test/built.ts).
runTool('vitest', ['run', '--root', 'server', ...args]);
