import { expect, test } from 'vitest';
import { messageOf, openSupportMailWorld, operatorAddress } from '../support-mail.fixture.ts';

const { app, world, good, settle, configure, post, newest } = await openSupportMailWorld();

type Comment = { comment_text: string; creator: { id: string; isServiceEmployee: boolean } };

/** Returns the status of a ticket, and the authors and texts of its messages. */
async function shownOf(id: string) {
  const { status, comments } = await good('GET', `support/ticket/${id}`);
  const writer = ({ creator }: Comment) => (creator.isServiceEmployee ? 'the operator' : creator.id);
  return { status, comments: comments.map((comment: Comment) => [comment.comment_text, writer(comment)]) };
}
const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

test('seller and operator exchange the messages of a ticket by mail until it is solved', async () => {
  await configure({ enableEmailNotification: true });
  const viewer = await app.person(world.org.id, 'VIEWER');
  const { id } = await good(
    'POST',
    'support/ticket',
    { name: 'An offer does not publish', description: 'It has been pending since 9:00.' },
    viewer.token,
  );
  await settle();
  const asked = newest(operatorAddress);
  expect(asked.subject).toBe(`[${id}] An offer does not publish`);
  expect(asked.text).toContain('It has been pending since 9:00.');
  expect(asked.text).toContain(`tradepost ticket show ${id} --org ${world.org.id}`);

  const answer = messageOf({
    from: `The operator <${operatorAddress}>`,
    to: asked.replyTo ?? '',
    text: `Which offer is it?\n\nOn Mon, 3 May 2027 at 10:00, Support <no-reply@example.com> wrote:\n${quoted(asked.text)}`,
    headers: { 'In-Reply-To': asked.messageId ?? '' },
  });
  expect((await post(answer)).body).toEqual({ result: 'COMMENTED' });
  await settle();
  const answered = newest(viewer.email);
  expect(answered.subject).toBe('Ticket answered: An offer does not publish');
  expect(answered.text).toContain('Which offer is it?');
  expect(answered.references).toBe(asked.references);

  const reply = messageOf({
    from: viewer.email,
    to: `Support <${answered.replyTo}>`,
    text: `The newest one.\n-- \nAnn Lee\n\n${answered.text}`,
    headers: { 'In-Reply-To': answered.messageId ?? '' },
  });
  expect((await post(reply)).body).toEqual({ result: 'COMMENTED' });
  expect((await post(reply)).body).toEqual({ result: 'KNOWN' });
  await settle();
  expect(newest(operatorAddress).text).toContain('The newest one.');

  await good('PATCH', `support/ticket/${id}/close`, undefined, viewer.token);
  await settle();
  expect(newest(operatorAddress).text).toContain('The ticket was closed.');
  const thanks = messageOf({
    from: viewer.email,
    to: answered.replyTo ?? '',
    text: 'Not yet: it failed again.',
  });
  expect((await post(thanks)).body).toEqual({ result: 'COMMENTED' });
  expect(await shownOf(id)).toEqual({
    status: 'OPEN',
    comments: [
      ['Which offer is it?', 'the operator'],
      ['The newest one.', viewer.id],
      ['Not yet: it failed again.', viewer.id],
    ],
  });
});
