import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeSecret, signatureHeaders } from './signing.ts';

type Headers = Record<string, string>;
type Page = {
  isSigned(body: string, headers: Headers, secret: string, now?: number): boolean;
  isSigned256(body: string, headers: Headers, secret: string): boolean;
};

/** The verification code in the documentation for receivers. */
async function codeOfPage(): Promise<Page> {
  const page = await readFile(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
  const [, code = ''] = /```js\n(import \{ createHmac[\s\S]*?)```/.exec(page) ?? [];
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

const sentAt = new Date('2031-05-12T10:20:00Z');
const [newest, replaced, other] = [1, 2, 3].map((byte) =>
  makeSecret((size) => Buffer.alloc(size, byte * 77)),
);

test.each(['{}', '{"name":"Größe 東京"}', ' \n'])(
  'both signatures of %j are verified by the code in docs/webhooks.md',
  async (body) => {
    const { isSigned, isSigned256 } = await codeOfPage();
    const secrets = [newest, replaced] as string[];
    const headers = signatureHeaders(secrets, { id: 'msg_1', sentAt, body });
    const judge = (secret = '', now = sentAt.getTime(), said = body) => [
      isSigned(said, headers, secret, now),
      isSigned256(said, headers, secret),
    ];
    expect(judge(newest)).toEqual([true, true]);
    expect(judge(replaced)).toEqual([true, false]);
    expect(judge(other)).toEqual([false, false]);
    expect(judge(newest, sentAt.getTime() + 301_000)).toEqual([false, true]);
    expect(judge(newest, sentAt.getTime(), `${body} `)).toEqual([false, false]);
  },
);
