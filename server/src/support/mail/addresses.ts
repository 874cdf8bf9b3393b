import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../platform/secrets/encryption.ts';

/** Whom an address was given to: a member, by its id, or whoever runs the service. */
export type Correspondent = string;
export const operator: Correspondent = 'operator';

type Answered = { organizationId: string; ticketId: string };
/** What stands before the `@`: a ticket, and what proves that the address was made here, for one correspondent. */
export type Token = { ticketId: string; proof: string };

const prefix = 'tic_';
const idLength = 26;
/** 15 bytes: whoever guesses has to ask the mail server each time. */
const proofBytes = 15;
const proofLength = 24;

/**
 * Creates the addresses to which mails about tickets are answered. Each is good for one ticket and one correspondent, and
 * kept nowhere. Letters are small, as some mail servers make them.
 * @param replyTo the address that the mail server brings here, without a token
 */
export function createReplyAddresses({ vault, replyTo }: { vault: Vault; replyTo: string }) {
  const [local = '', domain = ''] = replyTo.split('@');
  const literally = (text: string) => text.replaceAll(/[.]/g, '\\.');
  const pattern = new RegExp(
    `(?<![^\\s<>,;:"])${literally(local)}\\+([0-9a-z]{${idLength}})([0-9a-v]{${proofLength}})@${literally(domain)}(?![a-z0-9.-])`,
    'gi',
  );
  let key: Buffer | undefined;
  const proofOf = ({ organizationId, ticketId }: Answered, correspondent: Correspondent): string => {
    key ??= vault.derive('support reply address');
    const hash = createHmac('sha256', key)
      .update(JSON.stringify([organizationId, ticketId, correspondent]))
      .digest('hex')
      .slice(0, 2 * proofBytes);
    return BigInt(`0x${hash}`).toString(32).padStart(proofLength, '0');
  };
  return {
    addressOf: (answered: Answered, correspondent: Correspondent): string =>
      `${local}+${answered.ticketId.slice(prefix.length)}${proofOf(answered, correspondent)}@${domain}`,
    /** Reads the tokens in lines of headers, each once. */
    tokensIn: (lines: readonly string[]): Token[] => {
      const found = lines.flatMap((line) => [...line.matchAll(pattern)]);
      const tokens = found.map(([, id = '', proof = '']) => [id.toLowerCase(), proof.toLowerCase()] as const);
      return [...new Map(tokens).entries()].map(([id, proof]) => ({ ticketId: `${prefix}${id}`, proof }));
    },
    /** Whether the token was given to the correspondent, in this organization. */
    isGood: (organizationId: string, { ticketId, proof }: Token, correspondent: Correspondent): boolean => {
      const right = Buffer.from(proofOf({ organizationId, ticketId }, correspondent));
      const given = Buffer.from(proof);
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
export type ReplyAddresses = ReturnType<typeof createReplyAddresses>;
