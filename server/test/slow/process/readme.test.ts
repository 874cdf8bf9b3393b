import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, makeFolder, type Program, repository, start, waitFor } from '../../process/program.ts';
import { type Receiver, startReceiver } from '../../webhook-receiver.ts';

/** A block of commands, and its output on the page. */
type Step = { commands: string; shown: string | undefined };

const blocksOf = (file: string) =>
  [...readFileSync(path.join(repository, file), 'utf8').matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(
    ([, language, content]) => ({ isShell: language === 'sh', content: content as string }),
  );
const stepsOf = (blocks: ReturnType<typeof blocksOf>): Step[] =>
  blocks.flatMap(({ isShell, content }, index) => {
    const after = blocks[index + 1];
    return isShell ? [{ commands: content, shown: after && !after.isShell ? after.content : undefined }] : [];
  });
const blocks = blocksOf('docs/api-tour.md');
const steps = stepsOf(blocks);
/** The steps in the README, without the two commands that start the service and the tests. */
const readmeSteps = stepsOf(blocksOf('README.md')).slice(1);

/** The pattern of an expected output: `…` stands for any text; ids, times and line breaks vary. */
const patternOf = (shown: string): RegExp =>
  new RegExp(
    shown
      .replaceAll(/\s+/g, '')
      .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll(/([a-z]{3}_)[0-9a-z]{26}/g, '$1[0-9a-z]{26}')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:\\.]+Z/g, '[-0-9T:.]+Z')
      .replaceAll(/"time":\d+/g, '"time":\\d+')
      .replaceAll(/position\d+|in\d+ms/g, (words) => words.replace(/\d+/, '\\d+'))
      .replaceAll('…', '[\\s\\S]*?'),
  );

let folder: string;
let program: Program;
let address: string;
let receiver: Receiver;

beforeAll(async () => {
  folder = await makeFolder();
  // The commands run in a copy of the repository, which the test must not change.
  for (const name of ['package.json', 'scripts', 'server', 'node_modules'])
    symlinkSync(path.join(repository, name), path.join(folder, name));
  mkdirSync(path.join(folder, 'data'));
  program = start({ DATA_DIR: path.join(folder, 'data'), WEBHOOK_ALLOW_INSECURE_URL: 'true' });
  address = await program.address();
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await cleanUp();
});

/** Replaces the ports, and extends pauses for slow machines. */
const here = (words: string): string =>
  words.replaceAll('http://127.0.0.1:8080', address).replaceAll('http://127.0.0.1:3456/hooks', receiver.url);
const waiting = 'sleep() { command sleep "$(($1 * 8))"; }';
const shell = (script: string) =>
  promisify(execFile)('bash', ['-c', `${waiting}\n${script}`], {
    cwd: folder,
    env: { ...process.env, npm_config_loglevel: 'error' },
  });

test('README and first steps show an output for each step', () => {
  expect(readmeSteps.map(({ shown }) => shown !== undefined)).toEqual([true]);
  expect(steps.map(({ shown }) => shown !== undefined)).toEqual(
    // The token, a response for each of six steps, the lists of results, and the output of the listener.
    [false, true, true, true, true, true, true, false, true],
  );
});

const pages = { 'docs/api-tour.md': steps.slice(0, -1), 'README.md': readmeSteps };

test.each(Object.entries(pages))(
  'the commands of %s, pasted unchanged, print the shown output',
  async (_, page) => {
    const script = page.map(({ commands }, index) => `${here(commands)}\necho; echo "== ${index} =="`);
    const ran = await shell(script.join('\n'));
    expect(ran.stderr).toBe('');
    const answers = ran.stdout.split(/^== \d+ ==$/m);
    for (const [index, { commands, shown }] of page.entries()) {
      const answer = (answers[index] as string).replaceAll(/\s+/g, '');
      if (shown !== undefined) expect.soft(answer, commands).toMatch(patternOf(here(shown)));
      if (commands.includes('auditingEvent/query'))
        expect.soft(answer).toMatch(/^\[\{"id":"prd_.*"eventType":"CREATE.OFFER".*"id":"job_/);
    }
  },
);

test('the first start prints what the first steps show', () => {
  const shown = blocks.find(({ isShell, content }) => !isShell && content.startsWith('Open this'));
  const pattern = patternOf(here((shown as { content: string }).content));
  expect(program.stdout().replaceAll(/\s+/g, '')).toMatch(pattern);
});

test('listen and trigger, pasted into two shells, bring an event to a program', async () => {
  const { commands, shown } = steps.at(-1) as Step & { shown: string };
  const [listen, trigger] = here(commands).trim().split('\n');
  const listener = start({}, { command: ['bash', '-c', `exec ${listen}`], cwd: folder });
  await waitFor(() => /signed with whsec_\S+/.exec(listener.stdout())?.[0]);
  expect((await shell(trigger as string)).stderr).toBe('');
  await waitFor(() => receiver.received.find(({ json }) => json.type === 'ACCEPT.OFFER'));
  await expect.poll(() => listener.stdout().replaceAll(/\s+/g, '')).toMatch(patternOf(here(shown)));
  await listener.kill();
});
