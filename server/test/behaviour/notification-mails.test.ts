import { describe, expect, test } from 'vitest';
import { openMailWorld } from '../mail-world.ts';

const { app, world, call, good, settle, configure, messages, mailsTo, offerTo } = await openMailWorld();

describe('R50 mail to members', () => {
  test('is sent with the master switch only, to ADMIN and EDITOR members', async () => {
    const editor = await app.person(world.org.id, 'EDITOR');
    const viewer = await app.person(world.org.id, 'VIEWER');
    await good('POST', 'offer', { name: 'Quiet' });
    await settle();
    expect(world.received).toEqual([]);
    await configure({ enableEmailNotification: true });
    await good('POST', 'offer', { name: 'Loud' });
    await settle();
    const created = world.received.filter(({ subject }) => subject === 'Offer created: Loud');
    expect(created.flatMap(({ envelope }) => envelope).sort()).toEqual(
      [world.admin.email, editor.email].sort(),
    );
    expect(mailsTo(viewer.email)).toEqual([]);
    expect(created[0]).toMatchObject({
      from: 'no-reply@tradepost.invalid',
      text: expect.stringMatching(/The offer Loud was created\.\n[\s\S]*Status: Pending acceptance\n/),
    });
    await settle();
    expect(world.received.filter(({ subject }) => subject === 'Offer created: Loud')).toHaveLength(2);
  });

  test('uses each scope’s own recipients, copies, sender and templates', async () => {
    await configure({
      enableEmailNotification: true,
      emailNotificationScopeEventConfigs: {
        'PENDING_ACCEPTANCE.OFFER': { enabled: false },
        'CREATE.OFFER': {
          recipients: ['sales@example.com', 'metaInfo.createdByEmail'],
          ccRecipients: ['copy@example.com'],
          bccRecipients: ['hidden@example.com'],
          senderEmail: 'deals@example.com',
          subjectOverride: '{{ entity.name }}\r\nBcc: eve@example.com',
          templateOverride: '<p class="own">{{ entity.name }} {{ constructor }}{{ nothing }}</p>',
        },
      },
    });
    await good('POST', 'offer', { name: 'Deal <b>1</b>' }, world.admin.token);
    await settle();
    const [first, second, ...more] = world.received;
    expect(more).toEqual([]);
    expect(first).toMatchObject({
      from: 'deals@example.com',
      to: ['sales@example.com'],
      cc: ['copy@example.com'],
      bcc: [],
      subject: 'Deal <b>1</b> Bcc: eve@example.com',
      envelope: ['sales@example.com', 'copy@example.com', 'hidden@example.com'],
    });
    expect(first?.html).toContain('<p class="own">Deal &#60;b&#62;1&#60;/b&#62; </p>');
    expect(second).toMatchObject({ to: [world.admin.email], cc: [], envelope: [world.admin.email] });
  });

  test.each([
    ['recipients', ['nobody'], '/recipients/0'],
    ['ccRecipients', ['a@example.com', 'x\r\nBcc: eve@example.com'], '/ccRecipients/1'],
    ['roleGroups', ['EVERYBODY'], '/roleGroups/0'],
    ['senderEmail', 'Ann <ann@example.com>', '/senderEmail'],
    ['subjectOverride', '{{ name', '/subjectOverride'],
    ['templateOverride', '{% for x in y %}{% endfor %}', '/templateOverride'],
    ['templateOverride', '{{ name | raw }}', '/templateOverride'],
    ['templateOverride', '{% include "/etc/passwd" %}', '/templateOverride'],
  ])('refuses %s of %j', async (name, value, pointer) => {
    const reply = await call('PATCH', 'notificationConfigInfo', {
      emailNotificationScopeEventConfigs: { 'CREATE.OFFER': { [name]: value } },
    });
    const at = `/emailNotificationScopeEventConfigs/CREATE.OFFER${pointer}`;
    expect([reply.status, reply.body.errors?.[0].pointer]).toEqual([400, at]);
  });
});

describe('R50 mail to buyers', () => {
  test('is sent whatever the length of the names and the speed of the templates', async () => {
    await configure({
      enableEmailNotification: true,
      emailNotificationScopeEventConfigs: {
        'CREATE.OFFER': {
          subjectOverride: '{{ "now" | date: "%A%A%A%A%A%A%A%A%A%A%A%A%A%A%A%A%A%A%A%A" }}'.repeat(400),
          templateOverride: '{{ message }}'.repeat(400),
        },
      },
    });
    const name = '&'.repeat(300);
    const { offer, email } = await offerTo({ name });
    await settle();
    expect(mailsTo(email)).toHaveLength(1);
    expect(mailsTo(email)[0]?.subject).toMatch(/^[^%]*Offer ready/);
    expect(mailsTo(email)[0]?.html?.length).toBeLessThan(10_000);
    const found = (await good('GET', `notificationEvent/OFFER/${offer.id}`)).notificationEvents;
    expect(found.map((event: { action: string }) => event.action)).toContain('PENDING_ACCEPTANCE');
    expect(found[0].message.length).toBeLessThan(300);
  });

  test('depends on disableEmailNotificationOnOfferReady only', async () => {
    const { email, offer } = await offerTo();
    await settle();
    expect(mailsTo(email)).toHaveLength(1);
    expect(mailsTo(email)[0]).toMatchObject({
      subject: 'Acme: Offer ready: Deal <b>1</b>',
      html: expect.stringContaining('Deal &lt;b&gt;1&lt;/b&gt;'),
    });
    await good('POST', `offer/${offer.id}/notifyContacts`, []);
    await settle();
    expect(mailsTo(email)).toHaveLength(2);
    await configure({ disableEmailNotificationOnOfferReady: true });
    const other = await offerTo();
    await settle();
    expect(world.received).toEqual([]);
    const { notificationEvents } = await good('GET', `notificationEvent/OFFER/${other.offer.id}`);
    expect(notificationEvents.map(({ channels }: { channels: string[] }) => channels)).toEqual([[], []]);
  });

  test('is sent to the contacts in a request, and to no other contact of the offer; R54 the notice names them', async () => {
    const { email, contact } = await offerTo();
    const second = await offerTo();
    const body = { name: 'For both', contactIds: [contact.id, second.contact.id] };
    const { id } = await good('POST', 'offer', body);
    await settle();
    world.received = [];
    const chosen = await good('POST', `offer/${id}/notifyContacts`, [second.contact.id]);
    expect(chosen).toMatchObject({ action: 'NOTIFY_CONTACTS', contactIds: [second.contact.id] });
    await settle();
    expect(world.received.map(({ envelope }) => envelope)).toEqual([[second.email]]);
    const all = await good('POST', `offer/${id}/notifyContacts`);
    expect(all.contactIds).toEqual([contact.id, second.contact.id]);
    await settle();
    expect(world.received.slice(1).flatMap(({ envelope }) => envelope)).toEqual([email, second.email]);
    const { notifications } = (await good('GET', `offer/${id}`)).metaInfo;
    expect(notifications.map(({ eventID }: { eventID: string }) => eventID)).toEqual(
      expect.arrayContaining([chosen.eventID, all.eventID]),
    );
  });

  test('about an update depends on the switch too, and the event is recorded anyway', async () => {
    await configure({ disableEmailNotificationOnOfferReady: true });
    const { offer } = await offerTo();
    await good('PATCH', `offer/${offer.id}`, { metaInfo: { updateMessage: 'More time.' } });
    await good('POST', `offer/${offer.id}/notifyContacts`);
    await settle();
    expect(world.received).toEqual([]);
    const { notificationEvents } = await good('GET', `notificationEvent/OFFER/${offer.id}`);
    const facts = notificationEvents.map((event: { action: string; message: string; channels: string[] }) => [
      event.action,
      event.channels.length,
      event.message === 'More time.',
    ]);
    expect(facts).toEqual([
      ['NOTIFY_CONTACTS', 0, false],
      ['UPDATE', 0, true],
      ['PENDING_ACCEPTANCE', 0, false],
      ['CREATE', 0, false],
    ]);
  });

  test('is sent to the buyer when no contact is named', async () => {
    const { id } = await good('POST', 'buyer', { name: 'Bee', emailAddress: 'bee@example.com' });
    await good('POST', 'offer', { name: 'For Bee', buyerID: id });
    await settle();
    expect(mailsTo('bee@example.com')).toHaveLength(1);
  });

  test('R32 contains no field of the seller’s own, and the text of updateMessage', async () => {
    const secret = 'SELLER-ONLY';
    await configure({
      emailNotificationScopeEventConfigs: {
        'PENDING_ACCEPTANCE.OFFER': {
          templateOverride:
            '{{ message }} {{ record.metaInfo.internalNote }}{{ metaInfo.internalNote }}{{ priority }}{{ actor.name }}',
        },
      },
    });
    const { email, offer } = await offerTo({
      info: { sellerNotes: secret, mkCProviderInternalNote: secret },
      metaInfo: { internalNote: secret, customMetaInfo: { a: secret } },
    });
    await good('PATCH', `offer/${offer.id}`, { metaInfo: { updateMessage: 'You have <i>more</i> time.' } });
    await settle();
    const [ready, update, ...more] = mailsTo(email);
    expect(more).toEqual([]);
    expect(ready?.html).toMatch(/The offer Deal &#60;b&#62;1&#60;\/b&#62; can be accepted\. {1,2}\s*</);
    expect(update?.text).toContain('You have <i>more</i> time.');
    expect(update?.html).toContain('You have &lt;i&gt;more&lt;/i&gt; time.');
    expect(JSON.stringify([ready, update, await messages()])).not.toContain(secret);
  });

  test('R32 contains no field of the seller’s own that the record links to', async () => {
    const shown = '{{ audience }} {{ entity.id }} {{ actor.email }} {{ priority }} {{ scope }}.';
    await configure({
      enableEmailNotification: true,
      emailNotificationScopeEventConfigs: {
        'CREATE.OFFER': {
          recipients: ['externalID', 'name'],
          ccRecipients: ['copy@example.com'],
          templateOverride: shown,
        },
      },
    });
    const { id } = await good('POST', 'offer', { name: 'bee@example.com' }, world.admin.token);
    await settle();
    const mail = mailsTo('bee@example.com').find(({ subject }) => subject.includes('Offer created'));
    expect(mail?.html).toMatch(/BUYERS {4}\./);
    expect(mail?.envelope, 'a copy would be what a buyer saw').toEqual(['bee@example.com']);
    expect(JSON.stringify(mail)).not.toContain(world.admin.email);
    expect(JSON.stringify(mail)).not.toContain(id);
  });

  test('has a text for buyers when it is sent on request', async () => {
    const { email, offer } = await offerTo();
    await settle();
    world.received = [];
    await good('POST', `offer/${offer.id}/notifyContacts`, []);
    await settle();
    const [mail] = mailsTo(email);
    expect(mail?.subject).toMatch(/: An offer for you: Deal <b>1<\/b>$/);
    expect(mail?.text).toContain('Please review the offer Deal <b>1</b>.');
    expect(mail?.html).not.toMatch(/contacts/i);
    const { notificationEvents } = await good('GET', `notificationEvent/OFFER/${offer.id}`);
    expect(notificationEvents[0]).toMatchObject({ action: 'NOTIFY_CONTACTS', title: 'Contacts notified' });
  });

  test('that is opened is one event of the offer', async () => {
    const { email, offer, contact } = await offerTo();
    await settle();
    const image = /<img src="([^"]+)"/.exec(mailsTo(email)[0]?.html ?? '')?.[1] as string;
    const path = image.slice(app.url.length).replaceAll('&amp;', '&');
    const [message] = await messages();
    expect(message.info.htmlContent).not.toContain('<img');
    for (let n = 0; n < 3; n++) {
      const reply = await app.request('GET', path);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/gif']);
    }
    await settle();
    const { notificationEvents } = await good('GET', `notificationEvent/OFFER/${offer.id}`);
    const opened = notificationEvents.filter(({ action }: { action: string }) => action === 'OPEN_EMAIL');
    expect(opened).toHaveLength(1);
    const ready = notificationEvents.find(
      ({ action }: { action: string }) => action === 'PENDING_ACCEPTANCE',
    );
    expect(ready.trackEvents).toMatchObject([{ action: 'OPEN_EMAIL', contactId: contact.id }]);
    expect((await good('GET', `notificationMessage/${message.id}`)).openTime).toBeDefined();
    const other = await app.organization();
    for (const wrong of [
      path.replace(world.org.id, other.id),
      `${path}x`,
      '/notification/open',
      path.slice(0, -4),
    ])
      expect((await app.request('GET', wrong)).status).toBe(404);
  });
});
