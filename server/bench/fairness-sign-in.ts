import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createPasswords } from '../src/authentication/wiring.ts';
import type { Noise, NoiseOrder } from './fairness-noise.ts';
import { median } from './median.ts';
import { answerOf, forkFile, leave, type Running } from './processes.ts';
import { met, table } from './table.ts';
import { withClient } from './usage/world.ts';

/** Milliseconds of sign-ins, alone and while another address floods the service with sign-up requests. */
export type SignIns = { alone: number[]; flooded: number[]; failed: number; answered: Noise };

const account = { email: 'ann@example.com', password: 'correct horse battery' };
const signInsOfRound = 10;
/** The target: the longest sign-in under a flood, as a multiple of a sign-in without a flood. */
const asked = 3;
const flood: NoiseOrder = {
  port: 0,
  connections: 90,
  localAddress: '127.0.0.2',
  request: {
    method: 'POST',
    path: '/user',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'MARKflood@example.com', password: 'a password of a stranger' }),
    mark: 'MARK',
  },
};

export async function measureSignIns({ port }: Running, connectionString: string): Promise<SignIns> {
  const hash = await createPasswords().hash(account.password, 'benchmark');
  await withClient(connectionString, (client) =>
    client.query(
      `INSERT INTO person (id, email, password_hash, email_verified_at, creation_time, last_update_time)
       VALUES ('usr_benchmark', $1, $2, now(), now(), now())`,
      [account.email, hash],
    ),
  );
  await signIn(port);
  const { times: alone } = await signInOften(port);
  const child = forkFile('./fairness-noise.js');
  child.send({ ...flood, port });
  await delay(1000);
  const { times: flooded, failed } = await signInOften(port);
  const answer = answerOf<Noise>(child, 'the flood');
  child.send('end');
  const answered = await answer;
  await leave(child);
  return { alone, flooded, failed, answered };
}

async function signInOften(port: number) {
  const times: number[] = [];
  let failed = 0;
  for (let count = 0; count < signInsOfRound; count++) {
    const start = performance.now();
    if (await signIn(port)) times.push(performance.now() - start);
    else failed++;
  }
  return { times, failed };
}

/** Signs in on the page, in an unknown browser. @returns whether the response redirects to the client */
async function signIn(port: number): Promise<boolean> {
  const origin = `http://127.0.0.1:${port}`;
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: 'tradepost-console',
    redirect_uri: `${origin}/console/callback`,
    state: 'benchmark',
    code_challenge: createHash('sha256').update(randomBytes(32).toString('base64url')).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const page = await fetch(`${origin}/oauth2/authorize?${request}`);
  const text = await page.text();
  const fieldOf = (name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const response = await fetch(`${origin}/oauth2/signIn`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: page.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    },
    body: new URLSearchParams({
      form_token: fieldOf('form_token'),
      request: fieldOf('request'),
      action: 'password',
      ...account,
    }),
  });
  await response.text();
  return response.status === 303;
}

export function signInTable({ alone, flooded, failed }: SignIns): string {
  const [once, longest] = [median(alone), Math.max(...flooded)];
  const ratio = longest / once;
  return table(
    ['sign-ins under a flood of 90 connections', 'measured', 'target', 'met'],
    [
      ['one alone, median', `${once.toFixed(0)} ms`, '', ''],
      [`${signInsOfRound} under the flood, the longest`, `${longest.toFixed(0)} ms`, '', ''],
      ['ratio', ratio.toFixed(2), `at most ${asked}`, met(ratio <= asked)],
      ['failed sign-ins', String(failed), '0', met(failed === 0)],
    ],
  );
}
