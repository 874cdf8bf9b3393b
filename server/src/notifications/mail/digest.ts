import { consolePath, recordPage } from '../../console/index.ts';
import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Addresses } from '../../platform/addresses.ts';
import { composeMail, type MailItem } from '../../platform/mail/layout.ts';
import { queueMail } from '../../platform/mail/outbox.ts';
import { acquireDispatchLock } from '../feed-store.ts';
import { earliest, runOf, type Schedule } from '../schedules.ts';
import { type GatheredMessage, markLost, selectGathering, takeGathered } from './digest-store.ts';
import type { Digest, Person } from './routing.ts';
import { mailSettingsPath } from './usual.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The time of day at which daily digests are sent, in UTC. */
const dailyHour = 6;

/** The maximum number of notifications in one digest; further notifications follow in another mail. */
export const longestDigest = 200;

/** Returns the time at which a message that was gathered at a time is sent. NONE: immediately. */
export function digestTime(digest: Digest, gatheredAt: Date): Date {
  const at = gatheredAt.getTime();
  if (digest === 'NONE') return gatheredAt;
  if (digest === 'HOURLY') return new Date((Math.floor(at / hourMs) + 1) * hourMs);
  const shift = dailyHour * hourMs;
  return new Date((Math.floor((at - shift) / dayMs) + 1) * dayMs + shift);
}

const kind = 'notifications.sendDigests';

/** Returns the statement that enqueues the next run for digests; undefined if an earlier run is pending. */
export const digestRun = (scope: OrgTransaction, time: Date) => runOf(scope, { kind }, time);

/** Enqueues a run now, after a member has changed the digest. */
export async function sendDigestsNow(scope: OrgTransaction): Promise<void> {
  const run = await digestRun(scope, scope.now);
  if (run) await scope.query(run);
}

export type DigestDeps = {
  addresses: Pick<Addresses, 'baseUrl'>;
  people: {
    organizationName: (scope: OrgTransaction) => Promise<string | undefined>;
    members: (scope: OrgTransaction) => Promise<readonly Person[]>;
  };
};

/**
 * Creates the schedule of digests. A run queues a mail for each member whose digest is due and marks the messages in
 * the same transaction, so that each message is in one digest. The mail channel enqueues the runs.
 */
export const digestSchedule = (deps: DigestDeps): Schedule => ({
  kind,
  nextTime: async () => undefined,
  recordDue: (scope) => sendDue(deps, scope),
});

async function sendDue(deps: DigestDeps, scope: OrgTransaction): Promise<Date | undefined> {
  await acquireDispatchLock(scope);
  const gathering = await scope.query<{ gathered_for: string; since: string }>(selectGathering(scope));
  if (gathering.length === 0) return undefined;
  const members = new Map((await deps.people.members(scope)).map((member) => [member.id, member]));
  const name = (await deps.people.organizationName(scope)) ?? 'your organization';
  const later: Date[] = [];
  for (const { gathered_for: id, since } of gathering) {
    const member = members.get(id);
    const at = digestTime(member?.digest ?? 'NONE', new Date(since));
    if (!member) await scope.query(markLost(scope, id));
    else if (at > scope.now) later.push(at);
    else await sendTo(deps, scope, member, name);
  }
  return earliest(scope, later);
}

async function sendTo(deps: DigestDeps, scope: OrgTransaction, member: Person, name: string): Promise<void> {
  for (;;) {
    const mailId = scope.newId('dig');
    const messages = await scope.query<GatheredMessage>(
      takeGathered(scope, member.id, mailId, longestDigest),
    );
    if (messages.length > 0)
      await scope.query(
        queueMail({
          id: mailId,
          sentFor: scope.organizationId,
          now: scope.wallNow,
          to: [member.email],
          ...digestMail(messages, {
            name,
            organizationId: scope.organizationId,
            baseUrl: deps.addresses.baseUrl(),
          }),
        }),
      );
    if (messages.length < longestDigest) return;
  }
}

type DigestContext = { name: string; organizationId: string; baseUrl: string };

/** Composes a digest: the subjects of its mails, each with its message and a link to the record. */
export function digestMail(messages: readonly GatheredMessage[], context: DigestContext) {
  const { name, organizationId, baseUrl } = context;
  const count = messages.length === 1 ? '1 notification' : `${messages.length} notifications`;
  return {
    subject: `${name.replaceAll(/\s+/g, ' ').slice(0, 150)}: ${count}`,
    ...composeMail({
      heading: `${count} from ${name}`,
      paragraphs: [],
      items: messages.map((message) => itemOf(message, context)),
      button: { label: 'Open the console', url: `${baseUrl}${consolePath(organizationId)}` },
      footer: {
        text: `You receive this digest because you chose it as a member of ${name}.`,
        link: { label: 'Change your mail settings', url: `${baseUrl}${mailSettingsPath}` },
      },
    }),
  };
}

function itemOf(message: GatheredMessage, { organizationId, baseUrl }: DigestContext): MailItem {
  const { summary, reason } = JSON.parse(message.standard_fields ?? '{}') as {
    summary?: string;
    reason?: string;
  };
  const page = recordPage({
    organizationId,
    entityType: message.entity_type,
    id: message.entity_id,
    isDeleted: message.action === 'DELETE',
  });
  return {
    title: message.subject ?? 'Erased notification',
    text: [summary, reason && `Reason: ${reason}`].filter(Boolean).join('\n'),
    url: `${baseUrl}${page.path}`,
  };
}
