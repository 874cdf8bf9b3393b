import { createHash } from 'node:crypto';
import type { Mail } from '../../platform/mail/outbox.ts';

/** The time for which an invitation can be accepted. */
export const invitationLifetimeMs = 7 * 24 * 3_600_000;

/** A token of 256 random bits needs no slow hash: it cannot be guessed. */
export const hashInvitation = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The mail that brings somebody the token of its invitation. */
export function invitationMail(invitation: {
  email: string;
  organization: string;
  /** Absent for the people of a channel partner, whom it gives nothing. */
  role: string | undefined;
  invitedBy: string | undefined;
  token: string;
  baseUrl: string;
}): Mail {
  const organization = invitation.organization.replaceAll(/\s+/g, ' ');
  const { role } = invitation;
  const what =
    role === undefined
      ? `the partner portal of ${organization} on Tradepost`
      : `${organization} on Tradepost as ${role}`;
  const by = invitation.invitedBy?.replaceAll(/\s+/g, ' ');
  return {
    to: [invitation.email],
    subject: `Invitation to ${organization}`,
    text: [
      `${by ? `${by} invites you` : 'You are invited'} to join ${what}.`,
      '',
      'Open this page. It lets you sign in, or choose a password, and accept:',
      '',
      `  ${invitation.baseUrl}/invitation?token=${invitation.token}`,
      '',
      'The invitation is good for 7 days, and once. If you do not know what this is about, do nothing.',
      '',
    ].join('\n'),
  };
}
