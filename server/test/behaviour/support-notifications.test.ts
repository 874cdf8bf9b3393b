import { describe, expect, test } from 'vitest';
import { openMailWorld } from '../mail-world.ts';

const { app, world, good, settle, configure } = await openMailWorld();
const subjects = () => world.received.map(({ subject }) => subject);
const mailed = (subject: string) =>
  world.received
    .filter((mail) => mail.subject === subject)
    .flatMap(({ envelope }) => envelope)
    .sort();

describe('R50 mail about support tickets', () => {
  test('is sent to the recipients of the scopes and to watchers of any role, by the switches', async () => {
    await configure({ enableEmailNotification: true });
    const viewer = await app.person(world.org.id, 'VIEWER');
    await app.person(world.org.id, 'VIEWER');
    const { id } = await good('POST', 'support/ticket', { name: 'Help', watchers: [viewer.id] });
    await settle();
    expect(mailed('Ticket opened: Help')).toEqual([world.admin.email, viewer.email].sort());
    await good('POST', `support/ticket/${id}/comment`, { comment_text: 'Quiet' });
    await settle();
    expect(subjects()).toEqual(['Ticket opened: Help', 'Ticket opened: Help']);
    await good('PATCH', `support/ticket/${id}/close`);
    await good('PATCH', `support/ticket/${id}/close`);
    await good('POST', `support/ticket/${id}/comment`, { comment_text: 'Again' });
    await settle();
    expect(mailed('Ticket closed: Help')).toEqual([world.admin.email, viewer.email].sort());
    expect(mailed('Ticket reopened: Help')).toEqual([world.admin.email, viewer.email].sort());
    await configure({
      enableEmailNotification: true,
      emailNotificationScopeEventConfigs: { 'CLOSE.SUPPORT_TICKET': { enabled: false } },
    });
    await good('PATCH', `support/ticket/${id}/close`);
    await settle();
    expect(mailed('Ticket closed: Help')).toEqual([]);
  });

  test('is not sent to a watcher who has left the organization', async () => {
    await configure({ enableEmailNotification: true });
    const gone = await app.person(world.org.id, 'VIEWER');
    const { id } = await good('POST', 'support/ticket', { name: 'Gone', watchers: [gone.email] });
    await settle();
    expect(mailed('Ticket opened: Gone')).toContain(gone.email);
    await good('DELETE', `user/${gone.id}`);
    await good('PATCH', `support/ticket/${id}/close`);
    await settle();
    expect(mailed('Ticket closed: Gone')).toEqual([world.admin.email]);
  });
});
