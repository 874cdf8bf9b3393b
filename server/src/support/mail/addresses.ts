import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../platform/secrets/encryption.ts';

/** The correspondent with a reply address: a member, by id, or the operator of the service. */
export type Correspondent = string;
export const operator: Correspondent = 'operator';

type TicketReference = { organizationId: string; ticketId: string };
/**
 * The token in a reply address: a ticket, with the proof that the address was issued here to one
 * correspondent.
 */
export type Token = { ticketId: string; proof: string };

const prefix = 'tic_';
const idLength = 26;
/** The length of a proof. 15 bytes suffice, because each guess requires a message through the mail server. */
const proofBytes = 15;
const proofLength = 24;

/**
 * Creates the reply addresses of mails about tickets. Each address is valid for one ticket and one correspondent, and
 * is derived instead of stored. Addresses are in lower case, because some mail servers convert them to lower case.
 * @param replyTo the address that the mail server forwards to this service, without a token
 */
export function createReplyAddresses({ vault, replyTo }: { vault: Vault; replyTo: string }) {
  const [local = '', domain = ''] = replyTo.split('@');
  const literally = (text: string) => text.replaceAll(/[.]/g, '\\.');
  const pattern = new RegExp(
    `(?<![^\\s<>,;:"])${literally(local)}\\+([0-9a-z]{${idLength}})([0-9a-v]{${proofLength}})@${literally(domain)}(?![a-z0-9.-])`,
    'gi',
  );
  let key: Buffer | undefined;
  const proofOf = ({ organizationId, ticketId }: TicketReference, correspondent: Correspondent): string => {
    key ??= vault.derive('support reply address');
    const hash = createHmac('sha256', key)
      .update(JSON.stringify([organizationId, ticketId, correspondent]))
      .digest('hex')
      .slice(0, 2 * proofBytes);
    return BigInt(`0x${hash}`).toString(32).padStart(proofLength, '0');
  };
  return {
    addressOf: (answered: TicketReference, correspondent: Correspondent): string =>
      `${local}+${answered.ticketId.slice(prefix.length)}${proofOf(answered, correspondent)}@${domain}`,
    /** Reads the distinct tokens in header lines. */
    tokensIn: (lines: readonly string[]): Token[] => {
      const found = lines.flatMap((line) => [...line.matchAll(pattern)]);
      const tokens = found.map(([, id = '', proof = '']) => [id.toLowerCase(), proof.toLowerCase()] as const);
      return [...new Map(tokens).entries()].map(([id, proof]) => ({ ticketId: `${prefix}${id}`, proof }));
    },
    /** Returns whether the token was issued to the correspondent, in this organization. */
    isGood: (organizationId: string, { ticketId, proof }: Token, correspondent: Correspondent): boolean => {
      const right = Buffer.from(proofOf({ organizationId, ticketId }, correspondent));
      const given = Buffer.from(proof);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
export type ReplyAddresses = ReturnType<typeof createReplyAddresses>;
