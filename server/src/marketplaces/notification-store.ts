import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../platform/database/define-statement.ts';
import { invalid } from '../platform/errors.ts';
import { enqueueMany } from '../platform/jobs/enqueue-many.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { pointerOf, textProblem } from '../platform/records/json.ts';
import { type Notification, type RawNotification, type Subject, subjectKinds } from './notifications.ts';
import { observeJob } from './observe-job.ts';

/** Longer ones, and texts that the database does not take, are no marketplace's. */
const externalName = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => !textProblem(text), 'contains a NUL character or a lone surrogate');
const readable = z.object({
  id: externalName,
  subjects: z.array(z.object({ kind: z.enum(subjectKinds), externalId: externalName })),
});

/** @throws 400 when it is genuine and does not say what to read again, so that its sender learns of it */
export function requireReadable(notification: Notification): void {
  const { error } = readable.safeParse(notification);
  if (error) throw invalid(error.issues.map(({ path, message }) => ({ pointer: pointerOf(path), message })));
}

const insertNotification = defineStatement(
  'keep_inbound_notification',
  {
    owner: columns('organization', ['organization_id']),
    notification: columns('inbound_notification', [
      'partner',
      'external_id',
      'method',
      'query',
      'headers',
      'body',
      'received_at',
    ]),
  },
  ({
    owner,
    notification,
  }) => `${notification.insert({ organization_id: 'o.organization_id' })} FROM organization o
    WHERE ${owner.equals('o')} AND o.status <> 'DELETED' ON CONFLICT DO NOTHING RETURNING external_id`,
);

/**
 * Keeps a notification raw, once, and enqueues an observation of each of its subjects, of which it may have none.
 * @returns false when it is kept already, or the organization was deleted
 */
export async function keepNotification(
  scope: OrgTransaction,
  partner: string,
  { id, subjects }: Notification,
  raw: RawNotification,
): Promise<boolean> {
  if (!(await keep(scope, partner, id, raw))) return false;
  for (const { kind, externalId } of distinct(subjects))
    scope.send(enqueue(scope, observeJob, { partner, kind, externalId }));
  return true;
}

/** Keeps a notification that nobody can read, by what it says. @returns false when it is kept already */
export const keepUnreadable = (
  scope: OrgTransaction,
  partner: string,
  raw: RawNotification,
): Promise<boolean> => {
  const digest = createHash('sha256').update(`${raw.query}\n${raw.rawBody}`).digest('hex');
  return keep(scope, partner, `unreadable:${digest}`, raw);
};

const distinct = (subjects: readonly Subject[]): Subject[] => [
  ...new Map(subjects.map((subject) => [`${subject.kind} ${subject.externalId}`, subject])).values(),
];

async function keep(
  scope: OrgTransaction,
  partner: string,
  id: string,
  raw: RawNotification,
): Promise<boolean> {
  const kept = await scope.query(
    insertNotification({
      owner: { organization_id: scope.organizationId },
      notification: {
        partner,
        external_id: id,
        ...columnsOf(raw),
        received_at: scope.wallNow,
      },
    }),
  );
  return kept.length > 0;
}

const insertNotifications = defineStatement(
  'keep_inbound_notifications',
  {
    common: columns('inbound_notification', ['organization_id', 'partner', 'received_at']),
    notifications: rows('inbound_notification', ['external_id', 'method', 'query', 'headers', 'body']),
  },
  ({
    common,
    notifications,
  }) => `${notifications.insert('n', { ...common.at, organization_id: 'o.organization_id' })}
     FROM ${notifications.unnest('n')}, organization o
     WHERE o.organization_id = ${common.at.organization_id} AND o.status <> 'DELETED' ORDER BY n.external_id
     ON CONFLICT DO NOTHING RETURNING external_id`,
);

/**
 * Keeps notifications of one marketplace that are known to be genuine, as the door keeps what it has verified: raw, each once,
 * with one observation of each subject, however many of them are about it: it is read after all of them.
 */
export async function keepNotifications(
  scope: OrgTransaction,
  partner: string,
  notifications: readonly (Notification & { raw: RawNotification })[],
): Promise<void> {
  const kept = await scope.query<{ external_id: string }>(
    insertNotifications({
      common: { organization_id: scope.organizationId, partner, received_at: scope.wallNow },
      notifications: notifications.map(({ id, raw }) => ({ external_id: id, ...columnsOf(raw) })),
    }),
  );
  const isNew = new Set(kept.map(({ external_id }) => external_id));
  const subjects = distinct(notifications.filter(({ id }) => isNew.has(id)).flatMap((one) => one.subjects));
  if (subjects.length === 0) return;
  const observations = subjects.map(({ kind, externalId }) => ({
    scope,
    definition: observeJob,
    payload: { partner, kind, externalId },
    at: scope.now,
  }));
  scope.send(enqueueMany(observations));
}

const columnsOf = (raw: RawNotification) => ({
  method: raw.method,
  query: storable(raw.query),
  headers: JSON.stringify(keptHeaders(raw)),
  body: storable(raw.rawBody),
});

/** What the database does not take of a text becomes U+FFFD. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** Signatures stay; whatever else a sender puts into authorization headers does not. */
const keptHeaders = ({ headers }: RawNotification) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !['authorization', 'cookie'].includes(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(storable) : value && storable(value)]),
  );
