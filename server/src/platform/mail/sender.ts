import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createAlarm } from '../alarm.ts';
import type { Database } from '../database.ts';
import { backoff } from '../queue.ts';
import type { Statement } from '../statement.ts';
import { isFinal, type Letter, type MailTransport } from './transport.ts';

export type Mailer = {
  /** Sends the mails that are due now and answers how many were tried. */
  step(): Promise<number>;
  /** Sends mails as they become due, until stopped. */
  start(): void;
  /** A hint that a mail may have become due. */
  wake(): void;
  /** Begins no other mail, waits for the one that is on its way, hands the others back. */
  stop(graceMs: number): Promise<void>;
};

const atOnce = 10;
const pollMs = 5000;
/** Every change wakes the mailer: it looks no more often than this. */
const restMs = 250;
/** After 15 s, 30 s … and then hourly: about a day in all. */
const retry = backoff({ tries: 32, firstMs: 15_000 });

type Claimed = {
  id: string;
  to_addresses: string[];
  cc_addresses: string[];
  bcc_addresses: string[];
  from_address: string | null;
  subject: string;
  body_text: string;
  body_html: string | null;
  attempts: number;
  creation_time: string;
};

/** Sends what is in the outbox, outside of any transaction: at least once, with the same Message-ID each time. */
export function createMailer(deps: { database: Database; transport: MailTransport; log: Logger }): Mailer {
  const stopping = new AbortController();
  const alarm = createAlarm();
  let loop: Promise<void> | undefined;

  const write = (statement: Statement) =>
    deps.database.transaction(({ query }) => query<Claimed>(statement), 'system');

  const send = async (mail: Claimed, leaseToken: string): Promise<void> => {
    try {
      await deps.transport.send(toLetter(mail));
      await write(markSent(mail.id, leaseToken));
    } catch (error) {
      const wait = isFinal(error) ? undefined : retry(mail.attempts);
      deps.log.warn({ err: error, mailId: mail.id, retryInMs: wait }, 'a mail was not taken');
      await write(markNotTaken(mail.id, leaseToken, wait, (error as Error).message));
    }
  };

  const step = async (): Promise<number> => {
    const leaseToken = randomUUID();
    const mails = await write(claimMails(leaseToken));
    for (const mail of mails) {
      if (stopping.signal.aborted) break;
      await send(mail, leaseToken);
    }
    if (stopping.signal.aborted) await write(handBack(leaseToken));
    return mails.length;
  };

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const tried = await step().catch((error: Error) => {
        deps.log.error({ err: error }, 'sending mails failed');
        return 0;
      });
      if (tried > 0) continue;
      await delay(restMs, undefined, { signal: stopping.signal }).catch(() => {});
      await alarm.sleep(pollMs);
    }
  };

  return {
    step,
    start: () => {
      loop ??= work();
    },
    wake: alarm.ring,
    stop: async (graceMs) => {
      stopping.abort();
      alarm.ring();
      await Promise.race([loop, delay(graceMs, undefined, { ref: false })]);
      deps.transport.close();
    },
  };
}

const toLetter = (mail: Claimed): Letter => ({
  id: mail.id,
  date: new Date(mail.creation_time),
  to: mail.to_addresses,
  cc: mail.cc_addresses,
  bcc: mail.bcc_addresses,
  subject: mail.subject,
  text: mail.body_text,
  ...(mail.from_address === null ? {} : { from: mail.from_address }),
  ...(mail.body_html === null ? {} : { html: mail.body_html }),
});

/** A process that is lost in the middle leaves its mails to the others after the lease. */
const claimMails = (leaseToken: string): Statement => ({
  name: 'claim_mails',
  text: `UPDATE outgoing_mail m
         SET attempts = attempts + 1, lease_token = $1, due_at = clock_timestamp() + interval '15 minutes'
         FROM (SELECT id FROM outgoing_mail WHERE finished_at IS NULL AND due_at <= clock_timestamp()
               ORDER BY due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED) due
         WHERE m.id = due.id
         RETURNING m.id, m.to_addresses, m.cc_addresses, m.bcc_addresses, m.from_address, m.subject, m.body_text,
           m.body_html, m.attempts, m.creation_time`,
  values: [leaseToken, atOnce],
});

const handBack = (leaseToken: string): Statement => ({
  name: 'hand_back_mails',
  text: `UPDATE outgoing_mail SET due_at = clock_timestamp(), attempts = attempts - 1, lease_token = NULL
         WHERE lease_token = $1 AND finished_at IS NULL`,
  values: [leaseToken],
});

const markSent = (id: string, leaseToken: string): Statement => ({
  name: 'mark_mail_sent',
  text: `UPDATE outgoing_mail SET outcome = 'SENT', finished_at = clock_timestamp(), last_error = NULL,
           body_text = NULL, body_html = NULL
         WHERE id = $1 AND lease_token = $2 AND finished_at IS NULL`,
  values: [id, leaseToken],
});

/** @param waitMs absent: it is given up, and its text is taken away as if it had been sent */
const markNotTaken = (
  id: string,
  leaseToken: string,
  waitMs: number | undefined,
  error: string,
): Statement => ({
  name: waitMs === undefined ? 'mark_mail_failed' : 'postpone_mail',
  text: `UPDATE outgoing_mail SET last_error = $3, lease_token = NULL, ${
    waitMs === undefined
      ? `outcome = 'FAILED', finished_at = clock_timestamp(), body_text = NULL, body_html = NULL`
      : `due_at = clock_timestamp() + $4 * interval '1 millisecond'`
  } WHERE id = $1 AND lease_token = $2 AND finished_at IS NULL`,
  values: [id, leaseToken, error.slice(0, 500), ...(waitMs === undefined ? [] : [waitMs])],
});
