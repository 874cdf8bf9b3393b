import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

type Check = {
  name: string;
  args: string[];
  judge?: (printed: string) => { problem?: string; note?: string };
};
const scripts = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../scripts');

test('npm run check continues after a failed check and prints the output of all failed checks at the end', async () => {
  const { runChecks } = (await import(pathToFileURL(path.join(scripts, 'checks.mjs')).href)) as {
    runChecks(checks: Check[], print: (text: string) => void): boolean;
  };
  const run = (checks: Check[]) => {
    let printed = '';
    const passed = runChecks(checks, (text) => {
      printed += text;
    });
    return { passed, printed: printed.replaceAll(/\(\d+\.\d s\)/g, '(time)') };
  };
  const script = (text: string) => ['-e', text];
  const fine = { name: 'fine', args: script('console.log("nothing to tell")') };
  const judge = (printed: string) => ({ note: `counted ${JSON.parse(printed).length}` });
  const counted = { name: 'counted', args: script('console.log("[1, 2]"); process.exit(1)'), judge };
  const said = `\nAll checks passed.\n`;
  expect(run([fine, counted])).toEqual({
    passed: true,
    printed: `ok     fine (time)\nok     counted (time): counted 2\n${said}`,
  });
  const first = { name: 'first', args: script('console.log("out"); console.error("err"); process.exit(3)') };
  const silent = { name: 'silent', args: script('process.exit(4)') };
  const broken = { name: 'broken', args: script('console.log("no list")'), judge };
  const { passed, printed } = run([first, fine, silent, broken]);
  expect(passed).toBe(false);
  expect(printed).toMatch(
    /^FAILED first \(time\)\nok {5}fine \(time\)\nFAILED silent \(time\)\nFAILED broken \(time\)\n\n== first\nout\nerr\n\n== silent\nThe check ended with status 4\.\n\n== broken\nno list\n/,
  );
  expect(printed.trimEnd()).toMatch(/\n3 of 4 checks failed: first, silent, broken$/);
});
