import { describe, expect, test } from 'vitest';
import { startTestApp } from '../harness.ts';
import {
  filePart,
  mailSecret,
  messageOf,
  openSupportMailWorld,
  operatorAddress,
  partsOf,
  textPart,
} from '../support-mail.fixture.ts';

const lines: Record<string, unknown>[] = [];
const { app, world, good, call, settle, mailsTo, post, send, openTicket, commentsOf } =
  await openSupportMailWorld({ LOG_LEVEL: 'debug' }, (line) => lines.push(line));

const dropped = (reason: RegExp) => ({ result: 'DROPPED', reason: expect.stringMatching(reason) });

describe('R3 the mail server', () => {
  test('must present its secret before the body is read', async () => {
    for (const headers of [
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${mailSecret}x` },
      { authorization: `Bearer ${mailSecret.slice(0, -1)}` },
      { authorization: `Basic ${Buffer.from(`x:${mailSecret}`).toString('base64')}` },
      { authorization: `Bearer ${world.org.token}` },
    ]) {
      const reply = await app.request('POST', '/support/mail', { raw: 'x'.repeat(100_000), headers });
      expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="support mail"');
      expect(reply.text).not.toContain(mailSecret);
    }
  });

  test('gets a 404 where no secret is configured', async () => {
    const other = await startTestApp();
    try {
      const reply = await other.request('POST', '/support/mail', { raw: 'x', token: mailSecret });
      expect([reply.status, reply.body.code]).toEqual([404, 'not_found']);
    } finally {
      await other.stop();
    }
  });

  test('needs both settings, in a form that makes valid addresses', async () => {
    const { readConfig } = await import('../../src/platform/system/config.ts');
    const both = { SUPPORT_REPLY_TO: 'support@example.com', SUPPORT_MAIL_SECRET: mailSecret };
    expect(readConfig(both).supportReplyTo).toBe('support@example.com');
    expect(() => readConfig({ SUPPORT_MAIL_SECRET: mailSecret })).toThrow('SUPPORT_REPLY_TO');
    expect(() => readConfig({ SUPPORT_REPLY_TO: 'support@example.com' })).toThrow('SUPPORT_MAIL_SECRET');
    for (const SUPPORT_REPLY_TO of [
      'x',
      'Support@example.com',
      'a+b@example.com',
      'supportsupports@example.com',
    ])
      expect(() => readConfig({ ...both, SUPPORT_REPLY_TO })).toThrow('SUPPORT_REPLY_TO');
    expect(() => readConfig({ ...both, SUPPORT_MAIL_SECRET: 'short' })).toThrow('SUPPORT_MAIL_SECRET');
    expect(() => readConfig({ SUPPORT_EMAIL: 'nobody' })).toThrow('SUPPORT_EMAIL');
  });
});

describe('a token of another sender', () => {
  test('is a 404 like an unknown token, and changes nothing', async () => {
    const { id, own, operators } = await openTicket();
    const other = await app.person(world.org.id, 'ADMIN');
    const stranger = await app.person();
    const forged = own.replace(/.(?=@)/, (sign) => (sign === '0' ? '1' : '0'));
    const unknown = own.replace(/\+.{26}/, `+${'0'.repeat(26)}`);
    const attempts = [
      { from: world.admin.email, to: forged },
      { from: world.admin.email, to: unknown },
      { from: world.admin.email, to: 'support@in.operator.example' },
      { from: world.admin.email, to: operators },
      { from: other.email, to: own },
      { from: stranger.email, to: own },
      { from: operatorAddress, to: own },
      { from: 'evil@example.com', to: operators },
    ];
    const replies = [];
    for (const attempt of attempts) replies.push(await send(attempt));
    expect(replies.map(({ status }) => status)).toEqual(attempts.map(() => 404));
    expect(new Set(replies.map(({ body }) => `${body.code} ${body.detail}`)).size).toBe(1);
    expect(await commentsOf(id)).toEqual([]);
  });

  test('does not allow a sender with two addresses, or two senders', async () => {
    const { id, own } = await openTicket();
    const raw = messageOf({ from: world.admin.email, to: own });
    for (const wrong of [
      raw.replace(/From: (.*)\r\n/, 'From: evil@example.com, $1\r\n'),
      raw.replace(/(From: .*\r\n)/, '$1From: evil@example.com\r\n'),
      raw.replace(/(From: .*\r\n)/, 'From: evil@example.com\r\n$1'),
      raw.replace(/From: .*\r\n/, ''),
      raw.replace(/From: .*\r\n/, 'From: \r\n'),
      raw.replace(/From: (.*)\r\n/, 'From: evil@example.com <$1\r\n'),
      raw.replace(/From: (.*)\r\n/, 'From: <@evil.example.com:$1>\r\n'),
    ]) {
      const reply = await post(wrong);
      expect([reply.status, reply.body.code], wrong).toEqual([400, 'invalid_request']);
    }
    const named = messageOf({ from: `"${world.admin.email}" <evil@example.com>`, to: own });
    expect((await post(named)).status).toBe(404);
    const inQuotes = messageOf({ from: `"x <${world.admin.email}> y" <evil@example.com>`, to: own });
    expect((await post(inQuotes)).status).toBe(404);
    expect(await commentsOf(id)).toEqual([]);
  });

  test('is valid for its own ticket only', async () => {
    const one = await openTicket();
    const two = await good('POST', 'support/ticket', { name: 'Two' });
    const mixed = one.own.replace(/\+.{26}/, `+${two.id.slice(4)}`);
    expect((await send({ from: world.admin.email, to: mixed })).status).toBe(404);
    expect(await commentsOf(two.id)).toEqual([]);
  });
});

describe('a message that cannot be processed', () => {
  test('is a log line with the reason, without addresses, tokens or text', async () => {
    const { id, own } = await openTicket();
    lines.length = 0;
    await send({ from: world.admin.email, to: own, text: 'Words', headers: { Precedence: 'bulk' } });
    await send({ from: world.admin.email, to: own, text: 'Words' });
    await send({ from: 'evil@example.com', to: own, text: 'Words' });
    expect(await commentsOf(id)).toEqual(['Words']);
    const dropped = lines.filter(({ msg }) => msg === 'support message dropped');
    expect(dropped).toMatchObject([
      { reason: 'written by a program, according to Precedence', requestId: expect.any(String) },
    ]);
    const said = JSON.stringify(lines);
    for (const secret of [world.admin.email, own.split('@')[0] as string, 'evil@', 'Words', mailSecret])
      expect(said).not.toContain(secret);
  });

  test('is dropped when its sender has since been bound to a channel partner, whatever its role', async () => {
    const { id, own } = await openTicket();
    const partner = await good('POST', 'channelPartner', { name: 'Nord', status: 'ACTIVE' });
    const bind = (channelPartnerId: string | null) =>
      good('PATCH', `user/${world.admin.id}`, { channelPartnerId });
    await app.person(world.org.id, 'ADMIN');
    await bind(partner.id);
    expect((await send({ from: world.admin.email, to: own })).body).toEqual(dropped(/does not allow/));
    expect(await commentsOf(id)).toEqual([]);
    await bind(null);
    expect((await send({ from: world.admin.email, to: own })).body).toEqual({ result: 'COMMENTED' });
  });

  test('is dropped with a reason: the sender has left or may not write, or the ticket is archived', async () => {
    const { id, own } = await openTicket();
    await app.database.query(
      `UPDATE support_ticket SET status = 'CLOSED', close_time = now() - interval '31 days' WHERE id = $1`,
      [id],
    );
    expect((await send({ from: world.admin.email, to: own })).body).toEqual(dropped(/archived/));
    await app.database.query(`UPDATE support_ticket SET status = 'OPEN', close_time = NULL WHERE id = $1`, [
      id,
    ]);
    await app.person(world.org.id, 'ADMIN');
    await good('POST', 'role', { name: 'READER', permissions: ['support:read'] });
    await good('PATCH', `user/${world.admin.id}`, { role: 'READER' });
    expect((await send({ from: world.admin.email, to: own })).body).toEqual(dropped(/role/));
    await good('DELETE', `user/${world.admin.id}`);
    expect((await send({ from: world.admin.email, to: own })).body).toEqual(dropped(/no longer a member/));
    expect(await commentsOf(id)).toEqual([]);
    const kept = await app.database.query('SELECT FROM support_mail WHERE organization_id = $1', [
      world.org.id,
    ]);
    expect(kept.rows).toEqual([]);
  });

  test('is dropped when its organization was deleted, and accepted while it is suspended', async () => {
    const { id, own, operators } = await openTicket();
    await app.database.query(`UPDATE organization SET status = 'SUSPENDED' WHERE organization_id = $1`, [
      world.org.id,
    ]);
    expect((await send({ from: world.admin.email, to: own })).body.result).toBe('COMMENTED');
    expect(await commentsOf(id)).toHaveLength(1);
    await app.database.query(`UPDATE organization SET status = 'ACTIVE' WHERE organization_id = $1`, [
      world.org.id,
    ]);
    expect((await call('DELETE', '')).status).not.toBe(200);
    expect((await app.request('DELETE', `/org/${world.org.id}`, { token: world.org.token })).status).toBe(
      200,
    );
    for (const [from, to] of [
      [world.admin.email, own],
      [operatorAddress, operators],
    ] as const) {
      const reply = await send({ from, to });
      expect([200, 404], reply.text).toContain(reply.status);
      expect(reply.body.result).not.toBe('COMMENTED');
    }
  });

  test('is discarded if it was generated automatically, for every sender', async () => {
    const { id, own } = await openTicket();
    for (const headers of [
      { 'Auto-Submitted': 'auto-replied' },
      { Precedence: 'bulk' },
      { 'X-Autoreply': 'yes', 'X-Auto-Response-Suppress': 'All' },
      { 'Return-Path': '<>' },
      { 'Message-ID': '<msg_01m7z53qrwf3raysksbfq2fp2q@tradepost.invalid>' },
    ])
      expect((await send({ from: world.admin.email, to: own, headers })).body).toEqual(dropped(/program/));
    expect(await commentsOf(id)).toEqual([]);
  });

  test('is a comment when a person wrote it and the mail server added headers', async () => {
    const { id, own } = await openTicket();
    const headers = { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply', 'List-Id': '<help.example.com>' };
    expect((await send({ from: world.admin.email, to: own, headers })).body.result).toBe('COMMENTED');
    expect(await commentsOf(id)).toHaveLength(1);
  });

  test('is a 503 while the storage is unavailable for its file, and accepted when it is sent again', async () => {
    const { id, own } = await openTicket();
    const raw = messageOf({
      from: world.admin.email,
      to: own,
      body: partsOf(textPart('With a file'), filePart('a.txt', 'text/plain', Buffer.from('a'))),
    });
    const broken = await startTestApp({
      database: app.database,
      environment: {
        STORAGE_URL: 'file:///dev/null/files',
        SUPPORT_REPLY_TO: `support@${own.split('@')[1]}`,
        SUPPORT_MAIL_SECRET: mailSecret,
      },
    });
    try {
      const reply = await broken.request('POST', '/support/mail', { raw, token: mailSecret });
      expect([reply.status, reply.body.code, reply.headers.get('retry-after')]).toEqual([
        503,
        'unavailable',
        '30',
      ]);
    } finally {
      await broken.stop();
    }
    expect(await commentsOf(id)).toEqual([]);
    expect((await post(raw)).body).toEqual({ result: 'COMMENTED' });
    expect((await good('GET', `support/ticket/${id}`)).attachments).toHaveLength(1);
  });

  test('belongs to the operator or the member by its token, if both have one address', async () => {
    const { id, operators } = await openTicket();
    await app.database.query('UPDATE person SET email = $2 WHERE id = $1', [world.admin.id, operatorAddress]);
    await app.database.query('UPDATE member SET email = $2 WHERE id = $1', [world.admin.id, operatorAddress]);
    const ticket = await good('POST', 'support/ticket', { name: 'Both' }, world.admin.token);
    await settle();
    const addresses = new Set(
      mailsTo(operatorAddress)
        .filter(({ text }) => text.includes(ticket.id) || text.includes('Both'))
        .map(({ replyTo }) => replyTo ?? ''),
    );
    for (const to of addresses) await send({ from: operatorAddress, to });
    const { comments } = await good('GET', `support/ticket/${ticket.id}`);
    expect(comments.map(({ creator }: { creator: { id: string } }) => creator.id).sort()).toEqual(
      ['tradepost', world.admin.id].sort(),
    );
    expect((await send({ from: operatorAddress, to: operators })).body.result).toBe('COMMENTED');
    expect(await commentsOf(id)).toHaveLength(1);
  });

  test('to a full ticket is a 400, and the operator may still reply', async () => {
    const { id, own, operators } = await openTicket();
    await app.database.query('UPDATE support_ticket SET comment_count = 500 WHERE id = $1', [id]);
    const reply = await send({ from: world.admin.email, to: own });
    expect([reply.status, reply.body.code]).toEqual([400, 'support_ticket_full']);
    expect((await send({ from: operatorAddress, to: operators })).body.result).toBe('COMMENTED');
  });

  test('is a 400 without new text', async () => {
    const { id, own } = await openTicket();
    for (const text of ['', '> only\n> quotes', ' \n ']) {
      const reply = await send({ from: world.admin.email, to: own, text });
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
    }
    expect(await commentsOf(id)).toEqual([]);
  });
});
