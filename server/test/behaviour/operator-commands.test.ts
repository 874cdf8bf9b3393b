import { Command } from 'commander';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { organizationCommands } from '../../src/cli/organization-commands.ts';
import type { TestApp } from '../harness.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.stop());

/** Runs `tradepost organization …` in this process, and returns the printed lines. */
async function organization(...words: string[]): Promise<string[]> {
  const printed: string[] = [];
  const program = new Command('tradepost');
  organizationCommands(
    program,
    (work) => work(app.app),
    (line) => printed.push(line),
  );
  await program.parseAsync(['organization', ...words], { from: 'user' });
  return printed;
}

test('the list of organizations has a line for each, and escapes terminal control characters in names', async () => {
  const { id, token } = await app.organization();
  const name = 'Acme\u001b[2J\u009b1m\r\norg_x\tPROD\tACTIVE\tForged';
  const renamed = await app.request('PATCH', `/org/${id}`, { token, body: { name } });
  expect(renamed.status, renamed.text).toBe(200);
  const lines = await organization('list');
  expect(lines.filter((line) => line.startsWith(`${id}\t`))).toEqual([
    `${id}\tTEST\tACTIVE\tAcme [2J 1m org_x PROD ACTIVE Forged`,
  ]);
  const [json = ''] = await organization('list', '--json');
  expect(json).not.toMatch(/\p{Cc}/u);
  expect(JSON.parse(json)).toContainEqual(expect.objectContaining({ organization_id: id, name }));
});
