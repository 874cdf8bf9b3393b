import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { errors } from '../../platform/errors.ts';
import { type RouteRequest, route } from '../../platform/http/route.ts';
import { supportErrors } from '../errors.ts';
import { longestMessage } from './message.ts';
import type { Received } from './receive.ts';

export type MailRouteDeps = {
  /** Absent: no message is taken. */
  secret: string | undefined;
  receive: (raw: Buffer, requestId: string) => Promise<Received>;
};

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Requires the secret of the mail server, whose length the comparison does not tell. @throws 401, 404 where there is none */
const requireMailServer =
  (secret: string | undefined) =>
  ({ authorization }: RouteRequest['headers']): void => {
    if (secret === undefined) throw errors.not_found('No mail is received here.');
    const given = /^bearer (.+)$/i.exec(String(authorization ?? ''))?.[1];
    if (given === undefined || !timingSafeEqual(hashOf(given), hashOf(secret)))
      throw errors.unauthenticated('The secret of the mail server is needed.', {
        headers: { 'www-authenticate': 'Bearer realm="support mail"' },
      });
  };

export const mailRoutes = ({ secret, receive }: MailRouteDeps) => [
  route({
    method: 'POST',
    path: '/support/mail',
    operationId: 'receiveSupportMail',
    group: 'Support',
    summary: 'Receive a mail that answers one about a support ticket',
    description:
      'Called by the mail server of the operator, which proves itself by a secret of its own (`Authorization: Bearer`), with ' +
      'a message as it came (RFC 5322), 15 MiB at most. It must be addressed to what such a mail named as `Reply-To`, and be ' +
      'from whom that was mailed to: it becomes a comment, and its attachments are attached. A message that came before is ' +
      'KNOWN; one that a program wrote, or that nothing can come of any more, is DROPPED.',
    access: 'public',
    body: z.string(),
    bodyFormat: 'bytes',
    mediaType: 'message/rfc822',
    bodyLimit: longestMessage,
    bodyRequired: true,
    requireSender: requireMailServer(secret),
    example: 'From: ann.lee@example.com\r\nTo: support+token@example.com\r\n\r\nThank you.\r\n',
    response: z.object({
      result: z.enum(['COMMENTED', 'KNOWN', 'DROPPED']).meta({ description: 'What came of the message' }),
      reason: z.string().max(200).optional().meta({ description: 'Why it was dropped' }),
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
