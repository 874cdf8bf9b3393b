import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type AdapterRegistry,
  type Call,
  type Integration,
  type MarketplaceAdapter,
  MarketplaceError,
} from '../../src/marketplaces/index.ts';
import { createNoteCall, notePass } from '../../src/organizations/integrations/health.ts';
import { createConnectorDouble, integrationOf } from '../connector-double.ts';
import { startTestApp, type TestApp, type TestOrganization } from '../harness.ts';

const double = createConnectorDouble();
let app: TestApp;
let registry: AdapterRegistry;
let org: TestOrganization;
let integration: ReturnType<typeof integrationOf>;
beforeAll(async () => {
  app = await startTestApp({
    connectors: new Map([['MKA', double]]),
    registry: (own) => {
      registry = own;
      return own;
    },
  });
});
beforeEach(async () => {
  double.reset();
  org = await app.organization({ environment: 'PROD' });
  integration = integrationOf(app, org);
  await integration.create({ key: 'the first key' });
});
afterAll(() => app.stop());

const adapter = () =>
  registry.find({ organizationId: org.id, environment: 'PROD' }, 'MKA') as MarketplaceAdapter &
    Required<Pick<MarketplaceAdapter, 'pullNotifications'>>;
const fail = (kind: 'throttled' | 'refused' | 'unreachable') => () => {
  throw new MarketplaceError('away', { kind, readable: `It is ${kind}.` });
};
const streams = async () =>
  Object.fromEntries(
    ((await integration.verification()).body.streams as { stream: string }[]).map(({ stream, ...rest }) => [
      stream,
      rest,
    ]),
  );

describe('statistics of calls', () => {
  test('have the last response, the last failure and the start of the outage, by kind of call', async () => {
    await adapter().readOffer('o');
    double.answers.readAgreement = fail('unreachable');
    await expect(adapter().readAgreement('a')).rejects.toThrow('away');
    expect(await streams()).toEqual({
      OFFERS: { lastSuccessTime: expect.any(String) },
      AGREEMENTS: {
        failingSince: expect.any(String),
        lagMs: expect.any(Number),
        lastError: 'It is unreachable.',
        lastErrorTime: expect.any(String),
      },
    });
    double.answers.readAgreement = () => undefined;
    await adapter().readAgreement('a');
    const { AGREEMENTS } = await streams();
    expect(AGREEMENTS).toMatchObject({
      lastSuccessTime: expect.any(String),
      lastError: 'It is unreachable.',
    });
    expect(AGREEMENTS).not.toHaveProperty('failingSince');
  });

  test('count a refusal as a response', async () => {
    double.answers.createOffer = fail('refused');
    await expect(adapter().createOffer({} as never, 'key')).rejects.toThrow('away');
    expect((await streams()).OFFERS).toHaveProperty('lastSuccessTime');
  });

  test('name a missing permission, besides counting the refusal as a response', async () => {
    double.answers.createOffer = () => {
      const readable = 'The right to do this is missing (StartChanges).';
      throw new MarketplaceError('denied', { kind: 'refused', missingRight: 'StartChanges', readable });
    };
    await expect(adapter().createOffer({} as never, 'key')).rejects.toThrow('denied');
    expect((await streams()).OFFERS).toEqual({
      lastSuccessTime: expect.any(String),
      lastError: expect.stringContaining('StartChanges'),
      lastErrorTime: expect.any(String),
    });
    expect((await integration.verification()).body.health).not.toBe('BAD');
  });

  test('name the unreadable part of a response, without the secrets of the integration', async () => {
    double.answers.readOffer = () => ({ refused: 'A part is not read: the first key may not.' }) as never;
    await adapter().readOffer('o');
    const { OFFERS } = await streams();
    expect(OFFERS).toMatchObject({ lastError: expect.stringMatching(/^A part is not read/) });
    expect(JSON.stringify(OFFERS)).not.toContain('the first key');
  });

  test('contain the delay of notifications, and no data of unverified senders', async () => {
    double.answers.verifyNotification = fail('refused');
    await expect(adapter().verifyNotification({} as never)).rejects.toThrow('away');
    expect(await streams()).toEqual({});
    const hourMs = 3_600_000;
    // The clocks of the service and this process may differ by a rounded millisecond.
    const sentTime = new Date(Date.now() - hourMs - 1000).toISOString();
    double.answers.pullNotifications = () => [{ receipt: '1', raw: {}, sentTime }];
    await adapter().pullNotifications(AbortSignal.timeout(1000));
    const { lagMs } = (await streams()).NOTIFICATIONS as { lagMs: number };
    expect(lagMs).toBeGreaterThanOrEqual(hourMs);
  });

  test('do not include calls that were aborted', async () => {
    double.answers.pullNotifications = () => {
      throw new DOMException('given up', 'AbortError');
    };
    await expect(adapter().pullNotifications(AbortSignal.abort())).rejects.toThrow('given up');
    expect(await streams()).toEqual({});
  });

  test('are invisible to other organizations, and deleted with the integration', async () => {
    await adapter().readOffer('o');
    await integration.remove();
    const { rows } = await app.database.query('SELECT FROM integration_stream WHERE organization_id = $1', [
      org.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('are counted by partner, operation and outcome', async () => {
    await adapter().readOffer('o');
    double.answers.cancelOffer = fail('throttled');
    await expect(adapter().cancelOffer('o', 'key')).rejects.toThrow('away');
    const { text } = await app.request('GET', '/metrics');
    expect(text).toMatch(/marketplace_calls_total\{partner="MKA",operation="readOffer",outcome="done"\} \d/);
    expect(text).toMatch(
      /marketplace_calls_total\{partner="MKA",operation="cancelOffer",outcome="throttled"\} 1/,
    );
    expect(text).not.toContain(org.id);
    expect(text).toMatch(/^integrations_not_verified \d/m);
    expect(text).toMatch(/^integrations_in_bad_health \d/m);
  });
});

describe('the health of an integration', () => {
  let wall: number;
  let note: (call: Partial<Call>) => Promise<void>;
  let writes: number;
  beforeEach(async () => {
    const { id } = (await integration.read()).body;
    wall = Date.now();
    writes = 0;
    const replica = () =>
      createNoteCall({
        newId: app.app.newId,
        now: () => new Date(wall),
        wake: () => {},
        inOrganization: (...given) => {
          writes++;
          return app.app.inOrganization(...given);
        },
      });
    const known = { organizationId: org.id, partner: 'MKA', id } as Integration;
    const replicas = [replica(), replica()];
    let turn = 0;
    note = (call) =>
      (replicas[turn++ % 2] as (typeof replicas)[0])(known, {
        operation: 'readOffer',
        stream: 'OFFERS',
        outcome: 'done',
        ...call,
      });
  });
  const pass = async (minutes: number) => {
    wall += minutes * 60_000;
    await app.database.query(
      'UPDATE organization SET clock_offset_ms = clock_offset_ms + $2 WHERE organization_id = $1',
      [org.id, minutes * 60_000],
    );
  };
  const health = async () => (await integration.read()).body.health;
  const turns = async () => (await integration.events()).flatMap(({ change }) => change ?? []);

  test('turns bad after ten minutes without a response and good with the next response, with an event each', async () => {
    expect(await health()).toBeUndefined();
    await note({});
    await note({});
    expect([await health(), await turns()]).toEqual(['GOOD', []]);
    await pass(2);
    for (let minute = 0; minute < 20; minute++) {
      await note({ outcome: 'unreachable', message: 'away' });
      expect(await health(), `minute ${minute}`).toBe(minute < 10 ? 'GOOD' : 'BAD');
      await pass(1);
    }
    expect(await turns()).toEqual(['HEALTH_BAD']);
    await note({});
    expect([await health(), await turns()]).toEqual(['GOOD', ['HEALTH_BAD', 'HEALTH_GOOD']]);
    const events = await integration.events();
    expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(events[1]?.payload).toMatchObject({ health: 'BAD' });
  });

  test('stays bad while one kind of call succeeds and another fails', async () => {
    await note({ outcome: 'unknown', stream: 'USAGE', operation: 'reportUsage' });
    await pass(11);
    await note({ outcome: 'failed', stream: 'USAGE', operation: 'reportUsage' });
    await note({});
    await note({});
    expect(await health()).toBe('BAD');
  });

  test('is reset by new settings', async () => {
    await note({ outcome: 'unreachable' });
    await pass(11);
    await integration.change({ credentials: { key: 'the second key' } });
    await note({ outcome: 'unreachable' });
    expect(await health()).toBeUndefined();
  });

  test('covers readings too, in the transaction that ends a reading', async () => {
    const pass = (failure?: string) =>
      app.app.inOrganization(org.id, 'req_test', (scope) =>
        notePass(scope, { partner: 'MKA', stream: 'CHANGES', failure }),
      );
    await pass('The list ended in the middle.');
    expect((await streams()).CHANGES).toMatchObject({ lastError: 'The list ended in the middle.' });
    await pass();
    expect((await streams()).CHANGES).not.toHaveProperty('failingSince');
  });

  test('does not depend on rejected credentials: the status reports them', async () => {
    for (let minute = 0; minute < 30; minute += 5) {
      await note({ outcome: 'unauthorized', message: 'The role is gone.' });
      await pass(5);
    }
    expect(await health()).not.toBe('BAD');
    expect((await streams()).OFFERS).toMatchObject({ lastError: 'The role is gone.' });
  });

  test('costs a process one write for responses and one for failures each minute, whatever the number of calls', async () => {
    for (let call = 0; call < 50; call++) await note({});
    expect(writes).toBe(2);
    for (let call = 0; call < 50; call++) await note({ outcome: 'throttled' });
    expect(writes).toBe(4);
    // The first success resets the failures; the next write follows after a minute.
    for (let call = 0; call < 50; call++) await note({ outcome: call % 4 < 2 ? 'done' : 'throttled' });
    expect(writes).toBe(6);
    await pass(1);
    for (let call = 0; call < 50; call++) await note({});
    expect(writes).toBe(8);
  });
});
