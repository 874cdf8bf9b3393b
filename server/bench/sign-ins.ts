import { createHash, randomBytes } from 'node:crypto';
import { createPasswords } from '../src/authentication/wiring.ts';
import { besideNoise } from './beside-noise.ts';
import type { NoiseOrder } from './fairness-noise.ts';
import { figures, median, ms } from './page.ts';
import type { Service } from './world.ts';

const account = { email: 'ann@example.com', password: 'correct horse battery' };
const signInsOfRound = 10;
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

/** Measures sign-ins, alone and while another address floods the service with sign-up requests. */
export async function measureSignIns({ port, database }: Service): Promise<string> {
  const hash = await createPasswords().hash(account.password, 'benchmark');
  await database.query(
    `INSERT INTO person (id, email, password_hash, email_verified_at, creation_time, last_update_time)
     VALUES ('usr_benchmark', $1, $2, now(), now(), now())`,
    [account.email, hash],
  );
  await signIn(port);
  const alone = await signInOften(port);
  const flooded = await besideNoise({ ...flood, port }, () => signInOften(port));
  const [once, longest, failed] = [median(alone.times), Math.max(...flooded.times), flooded.failed];
  const ratio = longest / once;
  return figures(
    [
      ['one alone, median', ms(once)],
      [`${signInsOfRound} under the flood, the longest`, ms(longest)],
      ['ratio', ratio.toFixed(2), 'at most 3', ratio <= 3],
      ['failed sign-ins', String(failed), '0', failed === 0],
    ],
    `sign-ins under a flood of ${flood.connections} connections`,
  );
}

async function signInOften(port: number): Promise<{ times: number[]; failed: number }> {
  const times: number[] = [];
  for (let count = 0; count < signInsOfRound; count++) {
    const start = performance.now();
    if (await signIn(port)) times.push(performance.now() - start);
  }
  return { times, failed: signInsOfRound - times.length };
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
