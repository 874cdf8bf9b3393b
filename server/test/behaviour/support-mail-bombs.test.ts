import { describe, expect, test } from 'vitest';
import { filePart, messageOf, openSupportMailWorld, partsOf, textPart } from '../support-mail.fixture.ts';

const { world, post, send, openTicket, commentsOf } = await openSupportMailWorld();

const nested = (depth: number): string => {
  const begin = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n`,
  );
  return `${begin.join('')}Content-Type: text/plain\r\n\r\nDeep\r\n`;
};
const parts = (count: number): string =>
  `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(count)}--b--\r\n`;
const headers = (count: number): string => `${'X-Much: of it\r\n'.repeat(count)}\r\nText\r\n`;
const messages = (depth: number): string => `${'Content-Type: message/rfc822\r\n\r\n'.repeat(depth)}Text`;
const html = (text: string): string => `Content-Type: text/html; charset=utf-8\r\n\r\n${text}`;

describe('a message that is made to exhaust resources', () => {
  test.each([
    ['1,000 levels', nested(1000)],
    ['100,000 parts', parts(100_000)],
    ['200,000 headers', headers(200_000)],
    ['a header of 10 MB', `Subject: ${'x'.repeat(10_000_000)}\r\n\r\nText`],
    ['a million addressees', `Cc: ${'a@b.example, '.repeat(1_000_000)}\r\n\r\nText`],
  ])('by %s is a 400, and other messages are accepted', async (_name, body) => {
    const { id, own } = await openTicket();
    const reply = await send({ from: world.admin.email, to: own, body });
    expect([reply.status, reply.body.code], reply.text).toEqual([400, 'invalid_request']);
    expect(reply.text.length).toBeLessThan(1000);
    expect((await send({ from: world.admin.email, to: own })).body.result).toBe('COMMENTED');
    expect(await commentsOf(id)).toEqual(['Hello']);
  });

  test('by its length is a 413', async () => {
    const { id, own } = await openTicket();
    const raw = messageOf({
      from: world.admin.email,
      to: own,
      body: `Content-Type: text/plain\r\n\r\n${'x'.repeat(65_000_000)}`,
    });
    const reply = await post(raw);
    expect([reply.status, reply.body.code]).toEqual([413, 'payload_too_large']);
    expect(await commentsOf(id)).toEqual([]);
  });

  test.each([
    ['1,000 messages in each other', messages(1000)],
    ['HTML of a million levels', html('<div>'.repeat(1_000_000))],
    ['HTML of a million signs', html('<'.repeat(1_000_000))],
    ['HTML of a million quotes', html('<blockquote>a</blockquote>'.repeat(300_000))],
    ['a line of 10 MB', `Content-Type: text/plain\r\n\r\n${'x'.repeat(10_000_000)}`],
    [
      'base64 that is none',
      `Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n${'!'.repeat(1_000_000)}`,
    ],
    ['a boundary that is never closed', `Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nText`],
    ['a wrong boundary', `Content-Type: multipart/mixed; boundary="${'b'.repeat(50_000)}"\r\n\r\nText`],
    ['a charset that expands', `Content-Type: text/plain; charset=utf-7\r\n\r\n${'+AGE-'.repeat(200_000)}`],
  ])('by %s never causes a 5xx', async (_name, body) => {
    const { own } = await openTicket();
    const reply = await send({ from: world.admin.email, to: own, body });
    expect([200, 400, 404], reply.text).toContain(reply.status);
    expect((await send({ from: world.admin.email, to: own })).body.result).toBe('COMMENTED');
  });

  test('with a file at the size limit is accepted', async () => {
    const { own } = await openTicket();
    const body = partsOf(
      textPart('Large'),
      filePart('large.txt', 'text/plain', Buffer.alloc(10_485_760, 'a')),
    );
    const reply = await send({ from: world.admin.email, to: own, body });
    expect(reply.body, reply.text).toEqual({ result: 'COMMENTED' });
  });

  test.each(['', '\0', 'x', '\r\n\r\n', 'no header at all\r\n\r\n', '\xff\xfe', '{}', ':'.repeat(1000)])(
    'by invalid content (%j) is a 4xx',
    async (raw) => {
      const reply = await post(Buffer.from(raw, 'latin1'));
      expect([400, 404], reply.text).toContain(reply.status);
    },
  );
});
