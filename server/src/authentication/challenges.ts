import { randomBytes } from 'node:crypto';
import type { Queryable } from '../platform/database/statement.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { hashSecret } from './secrets.ts';

/** A challenge for an authenticator to sign, and the encrypted challenge that the service recognizes. */
export type Challenge = { challenge: string; sealed: string };

export type Challenges = {
  /**
   * Creates a challenge.
   * @param binding the form token or session that the response must contain
   */
  make(binding: string): Challenge;
  /**
   * Decrypts a challenge.
   * @returns undefined for an expired or invalid challenge, or a challenge with a different binding
   */
  read(sealed: string, binding: string): string | undefined;
  /**
   * Marks the challenge of a response as used, in the system role.
   * @returns false if the challenge has already been used
   */
  use(queryable: Queryable, challenge: string): Promise<boolean>;
};

const context = 'challenge for a passkey';
/** The time within which an authenticator must respond. */
export const challengeMs = 5 * 60_000;

type StoredChallenge = { challenge: string; binding: string; expiresAt: number };

/** Creates challenges without storing them. Only challenges to which a registered passkey has responded are stored. */
export const createChallenges = ({ vault, now }: { vault: Vault; now: () => Date }): Challenges => ({
  make: (binding) => {
    const challenge = randomBytes(32).toString('base64url');
    const kept: StoredChallenge = { challenge, binding, expiresAt: now().getTime() + challengeMs };
    return { challenge, sealed: vault.encrypt(JSON.stringify(kept), context) };
  },
  read: (sealed, binding) => {
    try {
      const kept = JSON.parse(vault.decrypt(sealed, context)) as StoredChallenge;
      return kept.binding === binding && kept.expiresAt > now().getTime() ? kept.challenge : undefined;
    } catch {
      return undefined;
    }
  },
  use: async (queryable, challenge) => {
    const rows = await queryable.query({
      name: 'use_challenge',
      text: `INSERT INTO used_challenge (challenge_hash, expires_at)
             VALUES ($1, clock_timestamp() + interval '10 minutes')
             ON CONFLICT (challenge_hash) DO NOTHING RETURNING expires_at`,
      values: [hashSecret(challenge)],
    });
    return rows.length === 1;
  },
});
