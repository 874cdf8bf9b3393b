import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { errors } from '../../platform/errors.ts';
import { type RouteRequest, route } from '../../platform/http/route.ts';
import { supportErrors } from '../errors.ts';
import { longestMessage } from './message.ts';
import type { ReceiveResult } from './receive.ts';

export type MailRouteDeps = {
  /** The secret; undefined if support by mail is not configured, so that all messages are rejected. */
  secret: string | undefined;
  receive: (raw: Buffer, requestId: string) => Promise<ReceiveResult>;
};

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Requires the secret of the mail server, compared in constant time.
 * @throws 401 for a wrong secret, 404 if no secret is configured
 */
const requireMailServer =
  (secret: string | undefined) =>
  ({ authorization }: RouteRequest['headers']): void => {
    if (secret === undefined) throw errors.not_found('Support by mail is not configured.');
    const given = /^bearer (.+)$/i.exec(String(authorization ?? ''))?.[1];
    if (given === undefined || !timingSafeEqual(hashOf(given), hashOf(secret)))
      throw errors.unauthenticated('The secret of the mail server is required.', {
        headers: { 'www-authenticate': 'Bearer realm="support mail"' },
      });
  };

export const mailRoutes = ({ secret, receive }: MailRouteDeps) => [
  route({
    method: 'POST',
    path: '/support/mail',
    operationId: 'receiveSupportMail',
    group: 'Support',
    summary: 'Receive a reply to a support mail',
    description:
      'Called by the operator’s mail server, which authenticates with its own secret (`Authorization: Bearer`), with ' +
      'the raw message (RFC 5322), at most 15 MiB. It must be addressed to the `Reply-To` of a support mail and come ' +
      'from that mail’s recipient: it becomes a comment, and its attachments are attached. The result is KNOWN for a repeated ' +
      'message, and DROPPED for a message written by a program, by a former member, or about an archived ticket.',
    access: 'public',
    body: z.string(),
    bodyFormat: {
      type: 'bytes',
      mediaType: 'message/rfc822',
      longest: longestMessage,
      requireSender: requireMailServer(secret),
    },
    example: 'From: ann.lee@example.com\r\nTo: support+token@example.com\r\n\r\nThank you.\r\n',
    response: z.object({
      result: z.enum(['COMMENTED', 'KNOWN', 'DROPPED']).meta({ description: 'The result' }),
      reason: z.string().max(200).optional().meta({ description: 'Reason for dropping the message' }),
    }),
    responseDescription: 'The message was received',
    errors: [
      errors.unauthenticated.definition,
      errors.quota_exceeded.definition,
      supportErrors.support_ticket_not_found.definition,
      supportErrors.support_ticket_full.definition,
    ],
    run: {
      kind: 'plain',
      handle: async ({ bytes, requestId }) => ({ body: await receive(bytes, requestId) }),
    },
  }),
];
