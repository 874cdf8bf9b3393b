import { describe, expect, test } from 'vitest';
import {
  filePart,
  messageOf,
  openSupportMailWorld,
  operatorAddress,
  partsOf,
  textPart,
} from '../support-mail.fixture.ts';

const { app, world, call, good, settle, configure, post, send, newest, mailsTo, openTicket, commentsOf } =
  await openSupportMailWorld({ FILE_LIMIT: '20000' });

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 2, 3]);
const ticketOf = (id: string) => good('GET', `support/ticket/${id}`);
const eventsOf = async (id: string) =>
  (
    await app.database.query(
      'SELECT action, actor_type, actor_id FROM event WHERE entity_id = $1 ORDER BY sequence',
      [id],
    )
  ).rows;

describe('the operator', () => {
  test('gets a mail for each action of the organization on a ticket, and none for its own actions', async () => {
    const { id } = await openTicket({ description: 'Since 9:00' });
    await good('PATCH', `support/ticket/${id}`, { priority: 'HIGH', watchers: [] });
    await good('POST', `support/ticket/${id}/comment`, { comment_text: 'Still so' });
    await good('PATCH', `support/ticket/${id}/close`);
    await good('PATCH', `support/ticket/${id}/close`);
    await good('PATCH', `support/ticket/${id}/reopen`);
    await good('PATCH', `support/ticket/${id}/close`);
    await good('POST', `support/ticket/${id}/comment`, { comment_text: 'No' });
    await send({ from: operatorAddress, to: newest(operatorAddress).replyTo ?? '', text: 'I see' });
    await settle();
    const mails = mailsTo(operatorAddress);
    expect(mails.map(({ text }) => /The ticket was (.*)\./.exec(text)?.[1])).toEqual([
      'opened',
      'commented on',
      'closed',
      'reopened',
      'closed',
      'commented on and reopened',
    ]);
    expect(mails.map(({ text }) => /^(Since 9:00|Still so|No)$/m.exec(text)?.[1])).toEqual([
      'Since 9:00',
      'Still so',
      undefined,
      undefined,
      undefined,
      'No',
    ]);
    expect(new Set(mails.map(({ replyTo }) => replyTo)).size).toBe(1);
    expect(new Set(mails.map(({ references }) => references))).toEqual(
      new Set([`<${id}@tradepost.invalid>`]),
    );
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(6);
  });

  test('gets mails of a suspended organization too, whose own mails wait', async () => {
    await configure({ enableEmailNotification: true });
    await app.database.query(`UPDATE organization SET status = 'SUSPENDED' WHERE organization_id = $1`, [
      world.org.id,
    ]);
    await good('POST', 'support/ticket', { name: 'Suspended' }, world.admin.token);
    await settle();
    expect(newest(operatorAddress).subject).toMatch(/\] Suspended$/);
    expect(mailsTo(world.admin.email)).toEqual([]);
  });

  test('gets a subject of one line, whatever the name, and markup as text', async () => {
    const name = 'a\r\nBcc: evil@example.com\r\n\r\n<b>x</b>\u2028\u0000'.replace('\u0000', '');
    const { id } = await openTicket({ name });
    const mail = newest(operatorAddress);
    expect(mail.subject).toBe(`[${id}] a Bcc: evil@example.com <b>x</b>`);
    expect([mail.to, mail.cc, mail.bcc, mail.html]).toEqual([[operatorAddress], [], [], undefined]);
    expect(mailsTo('evil@example.com')).toEqual([]);
    const own = newest(world.admin.email);
    expect(own.subject).toBe('Ticket opened: a Bcc: evil@example.com <b>x</b>');
    expect(own.html).not.toContain('<b>x</b>');
  });
});

describe('a reply of the operator', () => {
  test('is a comment of the service, mailed once to the author and each watcher', async () => {
    const watcher = await app.person(world.org.id, 'VIEWER');
    const { id, operators } = await openTicket({ watchers: [watcher.id, world.admin.id] });
    world.received = [];
    const reply = await send({
      from: `Help <${operatorAddress.toUpperCase()}>`,
      to: operators,
      text: '<i>Try</i>\nagain',
    });
    expect(reply.body).toEqual({ result: 'COMMENTED' });
    await settle();
    const { comments } = await ticketOf(id);
    expect(comments).toMatchObject([
      { comment_text: '<i>Try</i>\nagain', creator: { id: 'tradepost', isServiceEmployee: true } },
    ]);
    expect(world.received.flatMap(({ envelope }) => envelope).sort()).toEqual(
      [world.admin.email, watcher.email].sort(),
    );
    const mail = newest(watcher.email);
    expect(mail.text).toContain('<i>Try</i>\nagain');
    expect(mail.html).not.toContain('<i>');
    expect(mail.replyTo).not.toBe(newest(world.admin.email).replyTo);
  });

  test('is mailed without a template, and not to copies or other recipients of a scope', async () => {
    const { id, operators } = await openTicket();
    await configure({
      enableEmailNotification: true,
      emailNotificationScopeEventConfigs: {
        'REOPEN.SUPPORT_TICKET': { recipients: ['outside@example.com'], ccRecipients: ['copy@example.com'] },
      },
    });
    await good('PATCH', `support/ticket/${id}/close`);
    await send({ from: operatorAddress, to: operators, text: 'A secret' });
    await settle();
    expect(newest(world.admin.email).text).toContain('A secret');
    expect(newest('outside@example.com').text).not.toContain('A secret');
    expect(newest('copy@example.com').text).not.toContain('A secret');
    expect(newest('outside@example.com').replyTo).toBeUndefined();
    await configure({ enableEmailNotification: false });
    await send({ from: operatorAddress, to: operators, text: 'Quiet' });
    await settle();
    expect(mailsTo(world.admin.email)).toEqual([]);
  });
});

describe('a reply of a member', () => {
  test('is a comment in its name without the quoted text, reopens the ticket, and has its event', async () => {
    const { id, own } = await openTicket();
    await good('PATCH', `support/ticket/${id}/close`);
    const text = 'Not yet.\n\nOn Mon, 3 May 2027 at 10:00, Support wrote:\n> Try again\n';
    expect((await send({ from: world.admin.email, to: own, text })).body).toEqual({ result: 'COMMENTED' });
    const { status, comments } = await ticketOf(id);
    expect(status).toBe('OPEN');
    expect(comments).toMatchObject([
      {
        comment_text: 'Not yet.',
        creator: { id: world.admin.id, email: world.admin.email, isServiceEmployee: false },
      },
    ]);
    expect((await eventsOf(id)).at(-1)).toEqual({
      action: 'REOPEN',
      actor_type: 'USER',
      actor_id: world.admin.id,
    });
  });

  test.each([
    ['X-Original-To', 'Bo <bo@example.com>'],
    ['Delivered-To', 'undisclosed-recipients:;'],
    ['Cc', 'Bo <bo@example.com>'],
  ])('is found by %s, in capital letters too', async (name, to) => {
    const { id, own } = await openTicket();
    const headers = { [name]: own.toUpperCase() };
    expect((await send({ from: world.admin.email, to, headers })).body.result).toBe('COMMENTED');
    expect(await commentsOf(id)).toEqual(['Hello']);
  });

  test.each([
    ['HTML', 'text/html; charset=utf-8', '7bit', '<p>It <b>works</b>.</p><blockquote>old</blockquote>'],
    ['Latin-1', 'text/plain; charset=iso-8859-1', 'quoted-printable', 'It works: =E4=F6=FC.'],
    ['base64', 'text/plain; charset=utf-8', 'base64', Buffer.from('It works: äöü.').toString('base64')],
    ['Japanese', 'text/plain; charset=iso-2022-jp', '7bit', 'It works: \x1b$BF|K\\\x1b(B.'],
    ['an unknown charset', 'text/plain; charset=x-none', '7bit', 'It works.'],
  ])('is read as %s', async (_name, type, encoding, text) => {
    const { id, own } = await openTicket();
    const body = `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${text}\r\n`;
    const reply = await send({ from: world.admin.email, to: own, body });
    expect(reply.body, reply.text).toEqual({ result: 'COMMENTED' });
    const [comment = ''] = await commentsOf(id);
    expect(comment).toMatch(/^It works(\.|: (äöü|日本)\.)$/);
  });

  test('in bytes of invalid UTF-8 is read by its charset', async () => {
    const { id, own } = await openTicket();
    const body =
      'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n\u00e4\u00df\r\n';
    await post(Buffer.from(messageOf({ from: world.admin.email, to: own, body }), 'latin1'));
    expect(await commentsOf(id)).toEqual(['äß']);
  });

  test('adds its files, and names refused files', async () => {
    const { id, own } = await openTicket();
    const body = partsOf(
      textPart('See there'),
      filePart('shot.png', 'image/png', png),
      filePart('../../note.txt', 'text/plain', Buffer.from('A note')),
      filePart('virus.exe', 'application/octet-stream', Buffer.from([0x4d, 0x5a, 0, 0])),
      filePart('lie.png', 'image/png', Buffer.from('text')),
      filePart('long.txt', 'text/plain', Buffer.alloc(20_001, 'a')),
    );
    const reply = await send({ from: world.admin.email, to: own, body });
    expect(reply.body, reply.text).toEqual({ result: 'COMMENTED' });
    const { attachments } = await ticketOf(id);
    expect(
      attachments.map(({ title, mimetype, size }: Record<string, unknown>) => [title, mimetype, size]),
    ).toEqual([
      ['shot.png', 'image/png', png.length],
      ['note.txt', 'text/plain', 6],
    ]);
    expect(await (await fetch(attachments[1].url)).text()).toBe('A note');
    const [comment = ''] = await commentsOf(id);
    expect(comment.split('\n')[0]).toBe('See there');
    expect([...comment.matchAll(/\[Not attached: ([^:]*):/g)].map(([, name]) => name)).toEqual([
      'virus.exe',
      'lie.png',
      'long.txt',
    ]);
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(['CREATE', 'UPDATE']);
  });

  test('adds files up to the limit of the ticket, and always its text', async () => {
    const { id, own } = await openTicket();
    const files = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        filePart(`${index}.txt`, 'text/plain', Buffer.from(`${index}`)),
      );
    await send({ from: world.admin.email, to: own, body: partsOf(textPart('One'), ...files(18)) });
    await send({ from: world.admin.email, to: own, body: partsOf(textPart('Two'), ...files(60)) });
    expect((await ticketOf(id)).attachments).toHaveLength(20);
    const [, second = ''] = await commentsOf(id);
    expect(second).toMatch(
      /^Two\n\n\[Not attached: 2\.txt: the ticket has reached its attachment limit \(20\)\]/,
    );
    expect(second).toContain('[Not attached: 10 more: ');
    const kept = await app.database.query(
      `SELECT status, count(*)::int FROM stored_file WHERE organization_id = $1 GROUP BY status`,
      [world.org.id],
    );
    expect(kept.rows).toEqual([{ status: 'STORED', count: 20 }]);
  });

  test('beyond the quota of files keeps its text, and beyond the quota of comments is a 429', async () => {
    const { id, own } = await openTicket();
    const limit = (name: string, maximum: number) =>
      app.database.query(`INSERT INTO quota VALUES ($1, $2, $3, now())`, [world.org.id, name, maximum]);
    await limit('files', 1);
    const body = () =>
      partsOf(
        textPart('Two files'),
        filePart('a.png', 'image/png', png),
        filePart('b.png', 'image/png', png),
      );
    expect((await send({ from: world.admin.email, to: own, body: body() })).body.result).toBe('COMMENTED');
    expect((await ticketOf(id)).attachments).toHaveLength(1);
    expect((await commentsOf(id))[0]).toContain('[Not attached: b.png: The quota files is 1');
    await limit('supportComments', 1);
    const refused = await send({ from: world.admin.email, to: own });
    expect([refused.status, refused.body.code]).toEqual([429, 'quota_exceeded']);
    expect(await commentsOf(id)).toHaveLength(1);
  });

  test('that is too long for a comment is truncated, and invalid characters are removed', async () => {
    const { id, own } = await openTicket();
    await send({ from: world.admin.email, to: own, text: `${'😀'.repeat(12_000)}` });
    await send({ from: world.admin.email, to: own, text: 'a\u0000b\u001b[2Jc' });
    const [long = '', clean] = await commentsOf(id);
    expect(Array.from(long)).toHaveLength(10_000);
    expect(long).toMatch(/^(😀)+\n\n\[The rest of the message was left out/u);
    expect(clean).toBe('ab[2Jc');
  });

  test('with files only is a comment that lists them', async () => {
    const { id, own } = await openTicket();
    await send({ from: world.admin.email, to: own, body: partsOf(filePart('a.png', 'image/png', png)) });
    expect(await commentsOf(id)).toEqual(['[1 file attached.]']);
  });
});

describe('a message that comes twice', () => {
  test('is accepted once, also 64 times simultaneously with a file; messages beyond the queue are sent again', async () => {
    const { id, own } = await openTicket();
    const body = partsOf(textPart('Once'), filePart('a.png', 'image/png', png));
    const raw = messageOf({ from: world.admin.email, to: own, body });
    const replies = await Promise.all(Array.from({ length: 64 }, () => post(raw)));
    const later = replies.filter(({ status }) => status === 503);
    expect(later.map(({ headers }) => headers.get('retry-after'))).toEqual(later.map(() => '5'));
    const taken = replies.filter(({ status }) => status === 200).map(({ body: { result } }) => result);
    expect(taken.length + later.length).toBe(64);
    expect(taken.filter((result) => result === 'COMMENTED')).toHaveLength(1);
    expect(await commentsOf(id)).toEqual(['Once']);
    expect((await ticketOf(id)).attachments).toHaveLength(1);
  });

  test('is recognized by its content where its Message-ID is empty', async () => {
    const { id, own } = await openTicket();
    for (const [messageId, text] of [
      ['', 'One'],
      ['', 'Two'],
      ['<>', 'Three'],
      ['<>', 'Four'],
    ] as const) {
      const message = { from: world.admin.email, to: own, text, headers: { 'Message-ID': messageId } };
      expect((await send(message)).body.result).toBe('COMMENTED');
      expect((await send(message)).body.result).toBe('KNOWN');
    }
    expect(await commentsOf(id)).toEqual(['One', 'Two', 'Three', 'Four']);
  });

  test('is recognized by its content where it has no Message-ID', async () => {
    const { id, own } = await openTicket();
    const raw = messageOf({ from: world.admin.email, to: own }).replace(/Message-ID: .*\r\n/, '');
    expect((await post(raw)).body.result).toBe('COMMENTED');
    expect((await post(raw)).body.result).toBe('KNOWN');
    expect((await post(raw.replace('Hello', 'Other'))).body.result).toBe('COMMENTED');
    expect(await commentsOf(id)).toEqual(['Hello', 'Other']);
  });

  test('does not affect many other simultaneous messages and calls, also with little quota left', async () => {
    const { id, own } = await openTicket();
    await app.database.query(`INSERT INTO quota VALUES ($1, 'supportComments', 64, now())`, [world.org.id]);
    const one = async (index: number) => {
      if (index % 8 === 7) await call('PATCH', `support/ticket/${id}/close`);
      if (index % 2 === 0) return send({ from: world.admin.email, to: own, text: `mail ${index}` });
      return call('POST', `support/ticket/${id}/comment`, { comment_text: `call ${index}` });
    };
    const replies = [];
    for (let turn = 0; turn < 5; turn++)
      replies.push(...(await Promise.all(Array.from({ length: 14 }, (_, index) => one(14 * turn + index)))));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(64);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    expect(new Set(await commentsOf(id)).size).toBe(64);
  });
});
