import { expect, test } from 'vitest';
import { failure, type Played, playService } from './played-service.ts';

const feed = (position: number, ...types: string[]): Played => ({
  body: { position, events: types.map((type) => ({ type })) },
});
const queriesOf = (sent: { url: string }[]) => sent.map(({ url }) => url.replace(/.*\/event\??/, ''));

test('following begins now, or after a position, and continues from feed to feed', async () => {
  const answers = [feed(7), feed(9, 'CREATE.OFFER', 'UPDATE.OFFER'), feed(10, 'ACCEPT.OFFER')];
  const { tradepost, sent, waits } = playService(answers);
  const seen: string[] = [];
  for await (const { type } of tradepost.events.follow({ waitSeconds: 20 })) {
    seen.push(type);
    if (type === 'ACCEPT.OFFER') break;
  }
  expect(seen).toEqual(['CREATE.OFFER', 'UPDATE.OFFER', 'ACCEPT.OFFER']);
  expect(queriesOf(sent)).toEqual(['', 'after=7&wait=20', 'after=9&wait=20']);
  expect(waits).toEqual([]);
  const later = playService([feed(5, 'CREATE.OFFER')]);
  await later.tradepost.events.follow({ after: 4 }).next();
  expect(queriesOf(later.sent)).toEqual(['after=4&wait=25']);
});

test('following pauses before the next request when a stopping service responds immediately', async () => {
  const { tradepost, sent, waits } = playService([feed(4), feed(4), feed(5, 'CREATE.OFFER')]);
  expect((await tradepost.events.follow({ after: 4 }).next()).value).toMatchObject({ type: 'CREATE.OFFER' });
  expect(waits).toEqual([500, 500]);
  expect(sent).toHaveLength(3);
});

test('following continues after an outage, for the configured time', async () => {
  const away: Played = { status: 503 };
  const { tradepost, sent } = playService([away, away, away, feed(5, 'CREATE.OFFER'), away], { retries: 1 });
  const events = tradepost.events.follow({ after: 4, retries: 3 });
  expect((await events.next()).done).toBe(false);
  expect(await failure(events.next())).toMatchObject({ status: 503 });
  expect(sent).toHaveLength(8);
});
