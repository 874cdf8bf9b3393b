import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cleanUp, makeFolder, type Program, repository, start, waitFor } from '../../process/program.ts';
import { type Receiver, startReceiver } from '../../webhook-receiver.ts';

/** A block of commands of the README's five minutes, and the answers that it shows of them. */
type Step = { commands: string; shown: string | undefined };

const text = readFileSync(path.join(repository, 'README.md'), 'utf8');
const section = text.split('\n## ').find((part) => part.startsWith('Five minutes\n')) as string;
const blocks = [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)].map(([, language, content]) => ({
  isShell: language === 'sh',
  content: content as string,
}));
const steps: Step[] = blocks.flatMap(({ isShell, content }, index) => {
  const after = blocks[index + 1];
  return isShell ? [{ commands: content, shown: after && !after.isShell ? after.content : undefined }] : [];
});

/** What an answer must look like: `…` stands for anything; ids, times and line breaks are not the same twice. */
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
  // Whoever follows the README stands in the folder of the repository, in which nothing is written here.
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

/** Only the ports are others here, and a pause is as long as it must be on any machine. */
const here = (words: string): string =>
  words.replaceAll('http://127.0.0.1:8080', address).replaceAll('http://127.0.0.1:3456/hooks', receiver.url);
const waiting = 'sleep() { command sleep "$(($1 * 8))"; }';
const shell = (script: string) =>
  promisify(execFile)('bash', ['-c', `${waiting}\n${script}`], {
    cwd: folder,
    env: { ...process.env, npm_config_loglevel: 'error' },
  });

test('the README tells how the five minutes go, step by step', () => {
  expect(steps.map(({ shown }) => shown !== undefined)).toEqual(
    // The token, an answer for each of six steps, the lists of what was done, and what the listener prints.
    [false, true, true, true, true, true, true, false, true],
  );
});

test('the commands of the five minutes, pasted as they stand, answer what is shown', async () => {
  const until = steps.slice(0, -1);
  const script = until.map(({ commands }, index) => `${here(commands)}\necho; echo "== ${index} =="`);
  const ran = await shell(script.join('\n'));
  expect(ran.stderr).toBe('');
  const answers = ran.stdout.split(/^== \d+ ==$/m);
  for (const [index, { commands, shown }] of until.entries()) {
    const answer = (answers[index] as string).replaceAll(/\s+/g, '');
    if (shown !== undefined) expect.soft(answer, commands).toMatch(patternOf(here(shown)));
    if (commands.includes('auditingEvent/query'))
      expect.soft(answer).toMatch(/^\[\{"id":"prd_.*"eventType":"CREATE.OFFER".*"id":"job_/);
  }
});

test('what the first start prints is what the README shows of it', () => {
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
