import { spawnSync } from 'node:child_process';
import { root } from './ready.mjs';

/**
 * Runs every check, in order, also those after one that failed, and prints at the end what the failed ones said. A line
 * is printed as each one ends.
 * @param checks each with a name and a command of Node's; `judge` may say, from what the command printed, what is wrong
 * or worth a line
 * @returns whether all passed
 */
export function runChecks(checks, print = (text) => process.stdout.write(text)) {
  const failed = [];
  for (const check of checks) {
    const since = performance.now();
    const { problem, note } = runCheck(check);
    const seconds = ((performance.now() - since) / 1000).toFixed(1);
    print(
      `${problem === undefined ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)${note ? `: ${note}` : ''}\n`,
    );
    if (problem !== undefined) failed.push({ name: check.name, problem });
  }
  for (const { name, problem } of failed) print(`\n== ${name}\n${problem.trimEnd()}\n`);
  const names = failed.map(({ name }) => name).join(', ');
  print(
    failed.length > 0
      ? `\n${failed.length} of ${checks.length} checks failed: ${names}\n`
      : '\nAll checks passed.\n',
  );
  return failed.length === 0;
}

function runCheck({ args, judge }) {
  const { status, signal, error, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  if (judge) return judged(judge, stdout, `${stdout}${stderr}`);
  if (status === 0) return {};
  return { problem: `${stdout}${stderr}${error ?? ''}` || `It ended with ${signal ?? `status ${status}`}.` };
}

/** What a check says by what it printed is for `judge` to tell, as its status may mean something else. */
function judged(judge, stdout, said) {
  try {
    return judge(stdout);
  } catch (error) {
    return { problem: `${said}\n${error.message}` };
  }
}
