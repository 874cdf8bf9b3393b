import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ticketCommands } from '../../src/cli/ticket-commands.ts';
import { listEveryTicket } from '../../src/support/index.ts';
import { openTicket } from '../generated/support-records.ts';
import type { TestApp, TestOrganization } from '../harness.ts';
import { afterOthers, countingRows } from '../rows-read.ts';
import { sharedTestApp } from '../shared-app.ts';

let app: TestApp;
let org: TestOrganization;
beforeAll(async () => {
  app = await sharedTestApp();
  org = await app.organization();
});
afterAll(() => app.stop());

/** Runs `tradepost ticket …` in this process, and returns the printed lines. */
async function ticket(...words: string[]): Promise<string[]> {
  const printed: string[] = [];
  const program = new Command('tradepost').exitOverride().configureOutput({ writeErr: () => {} });
  ticketCommands(
    program,
    (work) => work(app.app),
    (line) => printed.push(line),
  );
  for (const command of program.commands.flatMap((group) => group.commands))
    command.exitOverride().configureOutput({ writeErr: () => {} });
  await program.parseAsync(['ticket', ...words], { from: 'user' });
  return printed;
}
const ofOrg = (owner = org) => ['--org', owner.id];
const get = async (id: string, owner = org) =>
  (await app.request('GET', `/org/${owner.id}/support/ticket/${id}`, { token: owner.token })).body;
const patch = async (path: string, body?: object) => {
  const reply = await app.request('PATCH', `/org/${org.id}/support/ticket/${path}`, {
    token: org.token,
    body,
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const eventsOf = async (id: string) =>
  (
    await app.database.query(
      'SELECT action, actor_type, actor_id FROM event WHERE entity_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;

describe('the operator', () => {
  test('sees users’ text with terminal control characters escaped', async () => {
    const id = await openTicket(app, org);
    const text = 'Clear \u009b2J\u001b[2J this';
    await ticket('comment', id, text, ...ofOrg());
    const [shown = ''] = await ticket('show', id, ...ofOrg());
    expect(shown).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(shown).comments.at(-1).comment_text).toBe(text);
  });

  test('replies in the name of the service, also to a closed ticket', async () => {
    const id = await openTicket(app, org);
    await patch(`${id}/close`);
    expect(await ticket('comment', id, 'Try again.', ...ofOrg())).toEqual([`Comment added to ${id}.`]);
    const { status, comments } = await get(id);
    expect([status, comments]).toEqual([
      'OPEN',
      [
        {
          id: expect.stringMatching(/^tcm_/),
          comment_text: 'Try again.',
          date: expect.any(String),
          creator: { id: 'tradepost', username: 'Support', isServiceEmployee: true },
        },
      ],
    ]);
    expect((await eventsOf(id)).at(-1)).toEqual({
      action: 'REOPEN',
      actor_type: 'SERVICE',
      actor_id: 'tradepost',
    });
    const [shown] = await ticket('show', id, ...ofOrg());
    expect(JSON.parse(shown ?? '')).toMatchObject({ id, comments });
  });

  test('changes a ticket’s state with an event, and without an event if the state is unchanged', async () => {
    const id = await openTicket(app, org);
    const moves = [
      'in_progress',
      'IN REVIEW',
      'BLOCKED',
      'BLOCKED',
      'CLOSED',
      'closed',
      'IN_PROGRESS',
      'OPEN',
    ];
    const seen = [];
    for (const status of moves) {
      await ticket('status', id, status, ...ofOrg());
      seen.push((await get(id)).status);
    }
    const said = [
      'IN PROGRESS',
      'IN REVIEW',
      'BLOCKED',
      'BLOCKED',
      'CLOSED',
      'CLOSED',
      'IN PROGRESS',
      'OPEN',
    ];
    expect(seen).toEqual(said);
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual([
      'CREATE',
      'UPDATE',
      'UPDATE',
      'UPDATE',
      'CLOSE',
      'REOPEN',
      'UPDATE',
    ]);
    expect((await get(id)).closeTime).toBeUndefined();
    for (const status of ['ARCHIVED', 'DELETED', 'DONE', ''])
      await expect(ticket('status', id, status, ...ofOrg())).rejects.toThrow('must be one of OPEN');
  });

  test('sets a ticket’s due time, which a new priority does not change', async () => {
    const id = await openTicket(app, org);
    await ticket('due', id, '2030-01-31T12:00:00+02:00', ...ofOrg());
    expect((await get(id)).dueTime).toBe('2030-01-31T10:00:00.000Z');
    expect((await patch(id, { priority: 'URGENT', watchers: [] })).dueTime).toBe('2030-01-31T10:00:00.000Z');
    for (const time of ['tomorrow', '2030-02-30', ''])
      await expect(ticket('due', id, time, ...ofOrg())).rejects.toThrow('RFC 3339');
  });

  test('lists open tickets of all organizations, soonest due first, in one line each', async () => {
    const [one, two] = [await app.organization(), await app.organization()];
    const late = await openTicket(app, one, { priority: 'LOW', name: 'a\nb\u001b[2J\tc' });
    const soon = await openTicket(app, two, { priority: 'URGENT' });
    const closed = await openTicket(app, one);
    await ticket('status', closed, 'CLOSED', ...ofOrg(one));
    const own = (lines: string[]) =>
      lines.map((line) => line.split('\t')).filter(([, id]) => [late, soon, closed].includes(id as string));
    const all = own(await ticket('list'));
    expect(all.map(([, id]) => id)).toEqual([soon, late]);
    expect(all[1]).toEqual([one.id, late, 'OPEN', 'LOW', expect.any(String), 'a b [2J c']);
    expect(own(await ticket('list', ...ofOrg(one))).map(([, id]) => id)).toEqual([late]);
    expect(own(await ticket('list', '--status', 'closed')).map(([, id]) => id)).toEqual([closed]);
    const [json] = await ticket('list', ...ofOrg(two), '--json');
    expect(JSON.parse(json ?? '')).toMatchObject([{ organization_id: two.id, id: soon, name: 'Help' }]);
  });

  test('lists a limited number at a time, by an index, at every position', async () => {
    const one = await app.organization();
    await app.database.query(
      `INSERT INTO support_ticket (organization_id, id, name, task_type, priority, status, creator, due_time,
           close_time, creation_time, last_update_time)
         SELECT $1, 'tic_' || lpad(n::text, 26, '0'), 'Many', 'Task', 'LOW', CASE WHEN n % 2 = 0 THEN 'CLOSED' ELSE 'OPEN' END,
           'usr_1', timestamptz '2020-01-01' + (n / 4) * interval '1 millisecond', now(), now(), now()
         FROM generate_series(1, 20000) n`,
      [one.id],
    );
    await app.database.query('ANALYZE support_ticket');
    const seen: string[] = [];
    for (let after: string[] = []; seen.length < 60; after = ['--after', seen.at(-1) as string])
      seen.push(
        ...(await ticket('list', '--limit', '20', ...after)).map((line) => line.split('\t')[1] as string),
      );
    const odd = Array.from({ length: 60 }, (_, index) => `tic_${String(2 * index + 1).padStart(26, '0')}`);
    expect(seen).toEqual(odd);
    for (const filter of [
      {},
      { status: 'CLOSED' },
      { after: odd[30] },
      { status: 'CLOSED', after: odd[30] },
    ] as const) {
      const counting = countingRows(afterOthers(app.app.database, app.database), 'support_ticket');
      const rows = await counting.database.transaction(
        (queryable) => listEveryTicket(queryable, { ...filter, limit: 20 }),
        'system',
      );
      expect(rows).toHaveLength(20);
      expect(counting.rows[0]).toBeLessThanOrEqual(50);
    }
    expect(await ticket('list', '--after', odd[9999 - 1] ?? `tic_${'0'.repeat(26)}`).catch(String)).toMatch(
      /not found/,
    );
    for (const limit of ['0', '1001', 'x', '-1', '1.5'])
      await expect(ticket('list', `--limit=${limit}`)).rejects.toThrow('1 to 1000');
    await app.database.query(`DELETE FROM support_ticket WHERE organization_id = $1`, [one.id]);
  });

  test('gets a 404 for a ticket under another, unknown or deleted organization', async () => {
    const id = await openTicket(app, org);
    const other = await app.organization();
    const gone = await app.organization();
    const left = await openTicket(app, gone);
    await app.request('DELETE', `/org/${gone.id}`, { token: gone.token });
    const commands = [['show'], ['comment', 'x'], ['status', 'CLOSED'], ['due', '2030-01-01']];
    for (const [command = '', ...rest] of commands) {
      await expect(ticket(command, id, ...rest, ...ofOrg(other))).rejects.toThrow('Support ticket not found');
      await expect(ticket(command, id, ...rest, '--org', 'org_none')).rejects.toThrow('org_none');
      await expect(ticket(command, left, ...rest, ...ofOrg(gone))).rejects.toThrow(gone.id);
      await expect(ticket(command, id, ...rest)).rejects.toThrow('--org');
    }
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(['CREATE']);
    expect((await ticket('list')).filter((line) => line.includes(left))).toEqual([]);
  });

  test('may reply to a ticket whose organization has used up its comments', async () => {
    const id = await openTicket(app, org);
    await app.database.query('UPDATE support_ticket SET comment_count = 500 WHERE id = $1', [id]);
    const path = `/org/${org.id}/support/ticket/${id}/comment`;
    const own = await app.request('POST', path, { token: org.token, body: { comment_text: 'x' } });
    expect([own.status, own.body.code]).toEqual([400, 'support_ticket_full']);
    await ticket('comment', id, 'x', ...ofOrg());
    await expect(ticket('comment', id, ' ', ...ofOrg())).rejects.toThrow('must not be empty');
    expect((await get(id)).comments).toHaveLength(1);
  });
});
