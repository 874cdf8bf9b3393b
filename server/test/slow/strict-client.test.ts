import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  answerOf,
  filled,
  nameOf,
  type PublishedCall,
  published106,
  unset,
} from '../contract/published-calls.ts';
import { createStrictReader } from '../contract/strict.ts';
import { type Operation, operations } from '../generated/operations.ts';
import { parsed, type Session, startSession } from '../generated/session.ts';

let session: Session;
/** Existing clients send a key instead of a token. */
let authorization: string;
const reader = createStrictReader();
beforeAll(async () => {
  session = await startSession();
  const { app, org } = session;
  const body = { role: 'ADMIN', type: 'API_KEY' };
  const reply = await app.request('POST', `/org/${org.id}/apiClient`, { token: org.token, body });
  authorization = `Key ${reply.body.secret}`;
});
afterAll(() => session.stop());

const operationOf = (call: PublishedCall): Operation => {
  const found = operations.find((operation) => nameOf(operation) === nameOf(call));
  if (!found) throw new Error(`there is no ${nameOf(call)}`);
  return found;
};

/** Returns the values in the response to a call that the client cannot decode. */
async function problemsOf(
  call: PublishedCall,
  raw: string | undefined,
  taken: readonly number[],
): Promise<string[]> {
  const { got } = await session.call(operationOf(call), {
    headers: { authorization },
    ...(raw === undefined ? {} : { raw }),
  });
  if (!taken.includes(got.status)) return [`${nameOf(call)} ${raw}: ${got.status} ${got.text}`];
  return got.status === 200 ? reader.read(answerOf(call), parsed(got.text), nameOf(call)) : [];
}

describe('R6 a strict client, generated from the published names, reads the response of each operation', () => {
  test.each(Object.keys(unset))('and sends unset fields as %s', async (kind) => {
    const problems: string[] = [];
    for (const call of published106) {
      const { raw } = session.sent(operationOf(call));
      const body =
        call.takes && raw ? filled(call.takes, JSON.parse(raw), unset[kind] as () => unknown) : undefined;
      problems.push(...(await problemsOf(call, body === undefined ? raw : JSON.stringify(body), [200])));
    }
    expect([...new Set(problems)]).toEqual([]);
  });

  test('and sends an empty record, which is accepted or refused', async () => {
    const problems: string[] = [];
    for (const call of published106) {
      if (!call.takes) continue;
      problems.push(...(await problemsOf(call, call.takes.startsWith('[') ? '[{}]' : '{}', [200, 400])));
    }
    expect([...new Set(problems)]).toEqual([]);
  });
});
