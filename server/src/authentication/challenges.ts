import { randomBytes } from 'node:crypto';
import type { Queryable } from '../platform/database/statement.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import { hashSecret } from './secrets.ts';

/** A challenge that an authenticator signs, and the sealed text by which the service recognizes it. */
export type Challenge = { challenge: string; sealed: string };

export type Challenges = {
  /** @param binding what the answer must come with: a form token, or a session */
  make(binding: string): Challenge;
  /** @returns the challenge; undefined when it is too old, of another binding, or not ours */
  read(sealed: string, binding: string): string | undefined;
  /** Uses up a challenge that was answered, as the system. @returns false when it was used before */
  use(queryable: Queryable, challenge: string): Promise<boolean>;
};

const context = 'challenge for a passkey';
/** How long an authenticator has to answer. */
export const challengeMs = 5 * 60_000;

type Kept = { challenge: string; binding: string; expiresAt: number };

/** Nothing is stored when a page shows a challenge: only challenges that a known passkey has answered are. */
export const createChallenges = ({ vault, now }: { vault: Vault; now: () => Date }): Challenges => ({
  make: (binding) => {
    const challenge = randomBytes(32).toString('base64url');
    const kept: Kept = { challenge, binding, expiresAt: now().getTime() + challengeMs };
    return { challenge, sealed: vault.encrypt(JSON.stringify(kept), context) };
  },
  read: (sealed, binding) => {
    try {
      const kept = JSON.parse(vault.decrypt(sealed, context)) as Kept;
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
