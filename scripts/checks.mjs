import { spawnSync } from 'node:child_process';
import { root } from './ready.mjs';

/**
 * Runs every check in order, even after a failure. Prints a line after each check, and the output of failed checks at
 * the end.
 * @param checks the checks, each with a name and arguments for Node; `judge` may find a problem or a note in the output
 * @returns whether all checks passed
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
  return {
    problem: `${stdout}${stderr}${error ?? ''}` || `The check ended with ${signal ?? `status ${status}`}.`,
  };
}

/** `judge` evaluates the output, because the exit status may have a different meaning. */
function judged(judge, stdout, said) {
  try {
    return judge(stdout);
  } catch (error) {
    return { problem: `${said}\n${error.message}` };
  }
}
