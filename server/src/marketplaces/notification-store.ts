import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { columns, defineStatement, rows } from '../platform/database/define-statement.ts';
import type { Statement } from '../platform/database/statement.ts';
import { invalid } from '../platform/errors.ts';
import { enqueueMany } from '../platform/jobs/enqueue-many.ts';
import { enqueue } from '../platform/jobs/queue.ts';
import { pointerOf, textProblem } from '../platform/records/json.ts';
import { noticeJob } from './notice-job.ts';
import { type Notification, type RawNotification, type Subject, subjectKinds } from './notifications.ts';
import { observeJob } from './observe-job.ts';

/**
 * An id at a marketplace. Longer ids, and ids with characters that PostgreSQL does not accept, are invalid.
 */
const externalName = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => !textProblem(text), 'contains a NUL character or a lone surrogate');
const readable = z.object({
  id: externalName,
  subjects: z.array(z.object({ kind: z.enum(subjectKinds), externalId: externalName })),
});

/**
 * Requires ids that can be stored.
 * @throws 400 if the notification is genuine but its record ids are invalid; the sender receives the reason
 */
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
    ]),
  },
  ({
    owner,
    notification,
  }) => `${notification.insert({ organization_id: 'o.organization_id', received_at: 'clock_timestamp()' })} FROM organization o
    WHERE ${owner.equals('o')} AND o.status <> 'DELETED' ON CONFLICT DO NOTHING RETURNING external_id`,
);

/**
 * Builds the statement that stores a notification unchanged and once. It returns no row if the notification is already
 * stored, or the organization was deleted.
 */
export const storeNotification = (
  organizationId: string,
  partner: string,
  id: string,
  raw: RawNotification,
): Statement =>
  insertNotification({
    owner: { organization_id: organizationId },
    notification: { partner, external_id: id, ...columnsOf(raw) },
  });

/**
 * Enqueues the work of a stored notification: an observation of each subject. A notification may have no subjects.
 */
export function enqueueObservations(
  scope: OrgTransaction,
  partner: string,
  { subjects, notices = [] }: Notification,
): void {
  for (const notice of notices) scope.send(enqueue(scope, noticeJob, { partner, notice }));
  for (const { kind, externalId } of distinct(subjects))
    scope.send(enqueue(scope, observeJob, { partner, kind, externalId }));
}

/**
 * Stores an unreadable notification, identified by its content.
 * @returns false if the notification is already stored
 */
export const keepUnreadable = async (
  scope: OrgTransaction,
  partner: string,
  raw: RawNotification,
): Promise<boolean> => {
  const digest = createHash('sha256').update(`${raw.query}\n${raw.rawBody}`).digest('hex');
  const kept = await scope.query(
    storeNotification(scope.organizationId, partner, `unreadable:${digest}`, raw),
  );
  return kept.length > 0;
};

const distinct = (subjects: readonly Subject[]): Subject[] => [
  ...new Map(subjects.map((subject) => [`${subject.kind} ${subject.externalId}`, subject])).values(),
];

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
 * Stores verified notifications of one marketplace, each unchanged and once, and enqueues one observation of
 * each subject. One observation suffices for several notifications, because it reads the subject after all
 * notifications are stored.
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
  const fresh = notifications.filter(({ id }) => isNew.has(id));
  for (const notice of new Set(fresh.flatMap(({ notices = [] }) => notices)))
    scope.send(enqueue(scope, noticeJob, { partner, notice }));
  const subjects = distinct(fresh.flatMap((one) => one.subjects));
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

/** Replaces characters that PostgreSQL does not accept with U+FFFD. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** Returns the headers to store. Signatures are kept; other values of authorization headers are removed. */
const keptHeaders = ({ headers }: RawNotification) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !['authorization', 'cookie'].includes(name))
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(storable) : value && storable(value)]),
  );
