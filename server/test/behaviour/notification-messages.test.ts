import { describe, expect, test } from 'vitest';
import { startTestApp } from '../harness.ts';
import { openMailWorld } from '../mail-world.ts';

const { app, world, call, good, settle, configure, messages, mailsTo, offerTo } = await openMailWorld();

describe('a message', () => {
  const ready = async () => {
    const [message, ...more] = await messages();
    expect(more).toEqual([]);
    const event = (await good('GET', 'notificationEvent?priorities=MEDIUM')).notificationEvents.find(
      ({ eventID }: { eventID: string }) => eventID === message.notificationEventID,
    );
    return { message, event };
  };

  test('has its attempts, the server’s refusal and its end, and is found by its text', async () => {
    world.refusal = { responseCode: 451, message: 'try later' };
    const { email } = await offerTo();
    await settle();
    const waiting = await ready();
    expect(waiting.message).toMatchObject({
      status: 'PENDING',
      attempts: 1,
      recipient: email,
      type: 'EMAIL',
    });
    expect(waiting.message.errorMessage).toContain('try later');
    expect(waiting.event).toMatchObject({ eventStatus: 'PENDING', channels: ['EMAIL'] });
    world.refusal = { responseCode: 550, message: 'no such mailbox' };
    await app.database.query(
      'UPDATE outgoing_mail SET due_at = now() - interval $$1 s$$ WHERE outcome IS NULL',
    );
    await settle();
    expect((await ready()).message).toMatchObject({ status: 'FAILED', attempts: 2 });
    expect((await ready()).event.eventStatus).toBe('FAILED');
    world.refusal = undefined;
    await settle();
    expect(world.received).toEqual([]);
    expect((await good('GET', 'notificationMessage?keyword=oFFer%20rEady')).totalCount).toBe(1);
    expect((await good('GET', 'notificationMessage?keyword=nowhere')).totalCount).toBe(0);
    const stranger = await app.organization();
    const path = `/org/${stranger.id}/notificationMessage/${waiting.message.id}`;
    expect((await app.request('GET', path, { token: stranger.token })).status).toBe(404);
  });

  test('is sent once when a process is lost between dispatch and sending, or after the server accepted it', async () => {
    const { email } = await offerTo();
    await app.drainJobs();
    await app.dispatchEvents();
    await app.database.query(
      `UPDATE outgoing_mail SET lease_token = 'lost', attempts = 1, due_at = clock_timestamp() + interval '15 min'
       WHERE sent_for = $1`,
      [world.org.id],
    );
    await settle();
    expect(mailsTo(email)).toEqual([]);
    await app.database.query(
      'UPDATE outgoing_mail SET due_at = now() - interval $$1 s$$ WHERE outcome IS NULL',
    );
    await Promise.all([settle(), app.sendMails()]);
    await settle();
    expect(mailsTo(email)).toHaveLength(1);
    expect((await ready()).message).toMatchObject({ status: 'DONE', attempts: 2 });
    expect((await ready()).event.eventStatus).toBe('DONE');
  });
});

describe('R50 templates', () => {
  test('have a preview: the sent template, that of the scope, and the default', async () => {
    const preview = (body: object) => good('POST', 'notificationTemplate/preview', body);
    const usual = await preview({ scope: 'ACCEPT.OFFER' });
    expect(usual).toMatchObject({ subject: 'Offer accepted: Example', action: 'ACCEPT' });
    await configure({
      emailNotificationScopeEventConfigs: { 'ACCEPT.OFFER': { subjectOverride: 'Yes: {{ entity.name }}' } },
    });
    expect((await preview({ scope: 'ACCEPT.OFFER' })).subject).toBe('Yes: Example');
    const own = await preview({
      scope: 'ACCEPT.OFFER',
      audience: 'BUYERS',
      subjectOverride: 'No',
      templateOverride: '<p>{{ priority }}{{ offer.url }}</p>',
    });
    expect(own.subject).toBe('No');
    expect(own.htmlContent).toContain('<p>https://marketplace.example/offer</p>');
    const long = await call('POST', 'notificationTemplate/preview', { templateOverride: 'x'.repeat(50_001) });
    expect(long.body.errors[0].pointer).toBe('/templateOverride');
    const strange = await call('POST', 'notificationTemplate/preview', { scope: 'FLY.OFFER' });
    expect(strange.body.errors[0].pointer).toBe('/scope');
    expect(await messages()).toEqual([]);
  });

  test('that do not end are refused by name without delaying others', async () => {
    const letters = '%A'.repeat(20_000);
    const preview = (templateOverride: string) =>
      ['POST', 'notificationTemplate/preview', { templateOverride }, '/templateOverride'] as const;
    const configured = (templateOverride: string) => {
      const emailNotificationScopeEventConfigs = { 'CREATE.OFFER': { templateOverride } };
      const at = '/emailNotificationScopeEventConfigs/CREATE.OFFER/templateOverride';
      return ['PATCH', 'notificationConfigInfo', { emailNotificationScopeEventConfigs }, at] as const;
    };
    // Deadlines far below the duration of the work on any machine.
    for (const [[method, path, sent, pointer], problem, given] of [
      [preview(`{{ "now" | date: "${letters}" }}`), 'more than 100 characters', {}],
      [
        preview(`{{ "now" | date: "${letters.slice(0, 100)}" }}`.repeat(400)),
        'takes too long',
        { templateMs: 50 },
      ],
      [configured('{{a}}'.repeat(10_000)), 'takes too long', { templateMs: 5 }],
    ] as const) {
      const slow = await startTestApp({ database: app.database, ...given });
      const [own, other] = [await slow.organization(), await slow.organization()];
      let isTried = false;
      const tried = slow
        .request(method, `/org/${own.id}/${path}`, { token: own.token, body: sent })
        .finally(() => {
          isTried = true;
        });
      let answered = 0;
      while (!isTried) {
        const reply = await slow.request('GET', `/org/${other.id}/offer?limit=1`, { token: other.token });
        expect(reply.status).toBe(200);
        if (!isTried) answered++;
      }
      const { status, body } = await tried;
      expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
      expect(body.errors[0].message).toContain(problem);
      if (problem === 'takes too long') expect(answered).toBeGreaterThan(0);
      await slow.stop();
    }
    await configure({
      emailNotificationScopeEventConfigs: {
        'CREATE.OFFER': { subjectOverride: `{{ "now" | date: "${letters.slice(0, 102)}" }}` },
      },
    });
    const stored = await call('POST', 'notificationTemplate/preview', { scope: 'CREATE.OFFER' });
    expect([stored.status, stored.body.errors[0].pointer]).toEqual([400, '/subjectOverride']);
  });

  test('can be sent to members as a test, and to no other address', async () => {
    const path = 'notificationTemplate/test';
    const [message] = await good(
      'POST',
      path,
      { scope: 'ACCEPT.OFFER', subjectOverride: 'Test' },
      world.admin.token,
    );
    expect(message).toMatchObject({
      recipient: world.admin.email,
      status: 'PENDING',
      info: { action: 'TEST' },
    });
    await app.sendMails();
    expect(world.received).toMatchObject([{ subject: 'Test', envelope: [world.admin.email] }]);
    for (const [body, pointer] of [
      [{ recipients: ['stranger@example.com'] }, '/recipients/0'],
      [{}, '/recipients'],
    ] as const) {
      const reply = await call('POST', path, body);
      expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, pointer]);
    }
  });
});
