import { describe, expect, test } from 'vitest';
import { failure, type Played, playService, problem } from './played-service.ts';

/** Issues tokens t1, t2 …, and accepts the newest only. */
function playTokens(expiresIn?: number) {
  let given = 0;
  let asked = 0;
  const played = {
    get asked() {
      return asked;
    },
    /** Ends the newest token. */
    end: () => {
      given += 1;
    },
  };
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    if (url.endsWith('/oauth2/token')) {
      expect(String(init.body)).toBe('grant_type=client_credentials&client_id=cli_1&client_secret=secret');
      asked += 1;
      given = Math.max(given, asked);
      return Response.json({ access_token: `t${given}`, ...(expiresIn ? { expires_in: expiresIn } : {}) });
    }
    const isGood =
      new Headers(init.headers as Record<string, string>).get('authorization') === `Bearer t${given}`;
    return isGood ? Response.json([]) : Response.json({ code: 'unauthenticated' }, { status: 401 });
  };
  return { played, fetch };
}
const client = { token: undefined, clientId: 'cli_1', clientSecret: 'secret' };

describe('the token of a client', () => {
  test('is requested once, also by simultaneous calls, at authUrl', async () => {
    const { played, fetch } = playTokens();
    const urls: string[] = [];
    const { tradepost } = playService([], {
      ...client,
      authUrl: 'http://auth.test/',
      fetch: (url, init) => {
        urls.push(url);
        return fetch(url, init);
      },
    });
    await Promise.all([tradepost.offers.list(), tradepost.in('org_2').buyers.list()]);
    await tradepost.offers.list();
    expect(played.asked).toBe(1);
    expect(urls[0]).toBe('http://auth.test/oauth2/token');
  });

  test('is requested again a minute before it expires', async () => {
    const { played, fetch } = playTokens(3600);
    const { tradepost, pass } = playService([], { ...client, fetch });
    await tradepost.offers.list();
    pass(3_539_000);
    await tradepost.offers.list();
    expect(played.asked).toBe(1);
    pass(2000);
    await Promise.all([tradepost.offers.list(), tradepost.offers.list()]);
    expect(played.asked).toBe(2);
  });

  test('is renewed once after a 401, for all calls that were refused together', async () => {
    const { played, fetch } = playTokens();
    const { tradepost, waits } = playService([], { ...client, fetch });
    await tradepost.offers.list();
    played.end();
    await Promise.all([tradepost.offers.list(), tradepost.offers.list(), tradepost.offers.list()]);
    expect(played.asked).toBe(2);
    expect(waits).toEqual([]);
  });

  test('is requested again after a failure; a refused client gets the reason', async () => {
    const refused: Played = {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Unknown client' },
    };
    const answers = [refused, { body: { access_token: 't' } }, { body: [] }];
    const { tradepost } = playService(answers, client);
    expect(await failure(tradepost.offers.list())).toMatchObject({
      code: 'token_refused',
      status: 401,
      message: 'The service responded with 401 token_refused: Unknown client',
    });
    expect(await tradepost.offers.list()).toEqual([]);
  });
});

describe('an API key', () => {
  test('is sent with each call, without a token request; a refused call is not repeated', async () => {
    const refused = problem(401, 'unauthenticated');
    const { tradepost, sent } = playService([{ body: [] }, refused], { token: undefined, apiKey: 'tpk_one' });
    await tradepost.offers.list();
    expect(await failure(tradepost.in('org_2').offers.list())).toMatchObject({ code: 'unauthenticated' });
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Key tpk_one', 'Key tpk_one']);
  });
});

describe('a token from a callback', () => {
  test('is requested for each call, and once more after a 401', async () => {
    const rejected: (string | undefined)[] = [];
    const { tradepost, sent } = playService([problem(401, 'unauthenticated')], {
      token: (other) => {
        rejected.push(other);
        return other === undefined ? 'old' : 'new';
      },
    });
    expect(await failure(tradepost.offers.list())).toMatchObject({ code: 'unauthenticated', status: 401 });
    expect(rejected).toEqual([undefined, 'old']);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer old', 'Bearer new']);
  });

  test('is renewed once for calls that were refused together', async () => {
    let renewals = 0;
    const { tradepost } = playService([], {
      token: async (rejected) => (rejected === undefined ? 'old' : `new${++renewals}`),
      fetch: async (_, { headers }) =>
        (headers as Record<string, string>).authorization === 'Bearer old'
          ? Response.json({}, { status: 401 })
          : Response.json([]),
    });
    await Promise.all([tradepost.offers.list(), tradepost.offers.list()]);
    expect(renewals).toBe(1);
  });

  test('that cannot be provided fails the call with the callback’s error', async () => {
    const { tradepost, sent } = playService([{}], {
      token: () => {
        throw new Error('signed out');
      },
    });
    expect(await failure(tradepost.offers.list())).toMatchObject({ message: 'signed out' });
    expect(sent).toEqual([]);
  });
});
