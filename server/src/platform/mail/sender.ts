import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { outOfService } from '../access/organization-states.ts';
import type { Database } from '../database/database.ts';
import { selectList } from '../database/define-statement.ts';
import type { ColumnOf, RowOf } from '../database/rows.ts';
import type { Statement } from '../database/statement.ts';
import { type BackgroundLoop, createLoop } from '../jobs/loop.ts';
import { unpolledMs } from '../jobs/poller.ts';
import { backoff } from '../jobs/queue.ts';
import type { DeliveryOutcome } from '../observability/telemetry.ts';
import { inList } from '../records/moves.ts';
import { isFinal, type Letter, type MailTransport } from './transport.ts';

/** A background loop that sends mails when they become due. A step sends the currently due mails. */
export type Mailer = BackgroundLoop & {
  /**
   * Attempts every due mail of one organization in the order of enqueueing, and waits for mails that another process is
   * sending. A rejected mail is retried after its regular delay.
   */
  sendOf(organizationId: string): Promise<void>;
};

const atOnce = 10;
/** The minimum time between two polls, because every enqueued mail wakes the mailer. */
const restMs = 250;
/** The maximum wait for mails in flight, about the timeout of a transport. */
const longestWaitMs = 60_000;
/** The lease on a mail. After a crash, other processes wait this long. The timeout of a transport is shorter. */
const leaseMs = 120_000;
/** The time after which the lease on unsent mails is renewed. Mails are claimed together and sent one by one. */
const renewAfterMs = 30_000;
/** Delays between attempts: 15 s, 30 s …, then hourly, for about a day. */
const retry = backoff({ tries: 32, firstMs: 15_000 });

const claimedColumns = [
  'id',
  'to_addresses',
  'cc_addresses',
  'bcc_addresses',
  'from_address',
  'subject',
  'body_text',
  'body_html',
  'reply_to_address',
  'thread_id',
  'attempts',
  'creation_time',
] as const satisfies readonly ColumnOf<'outgoing_mail'>[];
/** A mail to send. The text is deleted once the mail is sent. */
type ClaimedMail = RowOf<'outgoing_mail', (typeof claimedColumns)[number], { body_text: string }>;

export type MailerDeps = {
  database: Database;
  transport: MailTransport;
  log: Logger;
  /** Receives the outcome of each attempt. */
  onTried: (outcome: DeliveryOutcome) => void;
};

/** Logs an attempt by the mail's id only, without addresses or content. */
function note({ onTried, log }: MailerDeps, { id, attempts }: ClaimedMail, outcome: DeliveryOutcome): void {
  onTried(outcome);
  log.debug({ mailId: id, attempt: attempts, outcome }, 'mail attempted');
}

/** Creates the mailer. It sends outside of transactions, at least once, with the same Message-ID at each attempt. */
export function createMailer(deps: MailerDeps): Mailer {
  const write = (statement: Statement) =>
    deps.database.transaction(({ query }) => query<ClaimedMail>(statement), 'system');

  const send = async (mail: ClaimedMail, leaseToken: string): Promise<void> => {
    try {
      await deps.transport.send(toLetter(mail));
      await write(markSent(mail.id, leaseToken));
      note(deps, mail, 'done');
    } catch (error) {
      const wait = isFinal(error) ? undefined : retry(mail.attempts);
      deps.log.warn({ err: error, mailId: mail.id, retryInMs: wait }, 'sending a mail failed');
      await write(markNotTaken(mail.id, leaseToken, wait, (error as Error).message));
      note(deps, mail, wait === undefined ? 'failed' : 'retry');
    }
  };

  const step = async (organizationId?: string): Promise<number> => {
    const leaseToken = randomUUID();
    const claimed = await write(
      organizationId === undefined ? claimMails(leaseToken) : claimMailsOf(organizationId, leaseToken),
    );
    const mails = claimed.sort((a, b) => (a.id < b.id ? -1 : 1));
    let leased = new Set(mails.map(({ id }) => id));
    let leasedAt = performance.now();
    for (const mail of mails) {
      if (loop.signal.aborted) break;
      if (performance.now() - leasedAt > renewAfterMs) {
        leased = new Set((await write(renew(leaseToken))).map(({ id }) => id));
        leasedAt = performance.now();
      }
      // A mail whose lease expired before the renewal may belong to another process.
      if (leased.has(mail.id)) await send(mail, leaseToken);
    }
    if (loop.signal.aborted) await write(releaseMails(leaseToken));
    return mails.length;
  };

  const loop = createLoop({
    step: () => step(),
    shouldContinue: (tried) => tried > 0,
    pollMs: unpolledMs,
    pauseMs: restMs,
    log: deps.log,
    failureMessage: 'sending mails failed',
  });

  return {
    step: () => step(),
    sendOf: async (organizationId) => {
      const until = performance.now() + longestWaitMs;
      while (!loop.signal.aborted) {
        if ((await step(organizationId)) > 0) continue;
        if (performance.now() > until || (await write(selectUnsentMails(organizationId))).length === 0) break;
        await delay(restMs, undefined, { signal: loop.signal }).catch(() => {});
      }
    },
    start: loop.start,
    wake: loop.wake,
    stop: async (graceMs) => {
      await Promise.race([loop.stop(), delay(graceMs, undefined, { ref: false })]);
      deps.transport.close();
    },
  };
}

const toLetter = (mail: ClaimedMail): Letter => ({
  id: mail.id,
  date: new Date(mail.creation_time),
  to: mail.to_addresses,
  cc: mail.cc_addresses,
  bcc: mail.bcc_addresses,
  subject: mail.subject,
  text: mail.body_text,
  ...(mail.from_address === null ? {} : { from: mail.from_address }),
  ...(mail.body_html === null ? {} : { html: mail.body_html }),
  replyTo: mail.reply_to_address ?? undefined,
  threadId: mail.thread_id ?? undefined,
});

/** An SQL condition: at least one mail is due. */
export const mailsAreDue = `(
  SELECT true FROM outgoing_mail WHERE finished_at IS NULL AND due_at <= statement_timestamp()
  ORDER BY due_at, id LIMIT 1) IS TRUE`;

/**
 * Builds the statement that claims due mails. Mails of a crashed process become due again when the lease expires. Mails
 * of a suspended organization wait until it is reactivated; mails of a deleted organization are not sent.
 */
const claim = (condition: string) => `
  UPDATE outgoing_mail m
  SET attempts = attempts + 1, lease_token = $1, due_at = clock_timestamp() + interval '${leaseMs} milliseconds'
  FROM (SELECT id FROM outgoing_mail WHERE finished_at IS NULL AND due_at <= clock_timestamp() ${condition}
          AND NOT EXISTS (
            SELECT FROM organization o
            WHERE o.organization_id = sent_for AND o.status IN (${inList(outOfService)}))
        ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED) due
  WHERE m.id = due.id
  RETURNING ${selectList<'outgoing_mail'>('m', claimedColumns)}`;

const claimMails = (leaseToken: string): Statement => ({
  name: 'claim_mails',
  text: claim(''),
  values: [leaseToken, atOnce],
});

const claimMailsOf = (organizationId: string, leaseToken: string): Statement => ({
  name: 'claim_mails_of_organization',
  text: claim('AND sent_for = $3'),
  values: [leaseToken, atOnce, organizationId],
});

const selectUnsentMails = (organizationId: string): Statement => ({
  name: 'mails_on_their_way',
  text: `SELECT id FROM outgoing_mail
         WHERE sent_for = $1 AND finished_at IS NULL AND lease_token IS NOT NULL AND due_at > clock_timestamp() LIMIT 1`,
  values: [organizationId],
});

const renew = (leaseToken: string): Statement => ({
  name: 'renew_mail_lease',
  text: `UPDATE outgoing_mail SET due_at = clock_timestamp() + interval '${leaseMs} milliseconds'
         WHERE lease_token = $1 AND finished_at IS NULL RETURNING id`,
  values: [leaseToken],
});

const releaseMails = (leaseToken: string): Statement => ({
  name: 'hand_back_mails',
  text: `UPDATE outgoing_mail SET due_at = clock_timestamp(), attempts = attempts - 1, lease_token = NULL
         WHERE lease_token = $1 AND finished_at IS NULL`,
  values: [leaseToken],
});

const markSent = (id: string, leaseToken: string): Statement => ({
  name: 'mark_mail_sent',
  text: `UPDATE outgoing_mail SET outcome = 'SENT', finished_at = clock_timestamp(), last_error = NULL,
           body_text = NULL, body_html = NULL, reply_to_address = NULL
         WHERE id = $1 AND lease_token = $2 AND finished_at IS NULL`,
  values: [id, leaseToken],
});

/**
 * @param waitMs the delay until the next attempt; undefined to give up, which deletes the text like a successful
 * attempt
 */
const markNotTaken = (
  id: string,
  leaseToken: string,
  waitMs: number | undefined,
  error: string,
): Statement => ({
  name: waitMs === undefined ? 'mark_mail_failed' : 'postpone_mail',
  text: `UPDATE outgoing_mail SET last_error = $3, lease_token = NULL, ${
    waitMs === undefined
      ? `outcome = 'FAILED', finished_at = clock_timestamp(), body_text = NULL, body_html = NULL,
           reply_to_address = NULL`
      : `due_at = clock_timestamp() + $4 * interval '1 millisecond'`
  } WHERE id = $1 AND lease_token = $2 AND finished_at IS NULL`,
  // The mail server's message may contain NUL, which PostgreSQL does not accept in text.
  values: [
    id,
    leaseToken,
    error.slice(0, 500).replaceAll('\0', '\uFFFD'),
    ...(waitMs === undefined ? [] : [waitMs]),
  ],
});
