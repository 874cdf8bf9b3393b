import { LRUCache } from 'lru-cache';
import { MarketplaceError } from '../errors.ts';
import type { Settings } from './settings.ts';

/** Keys with which calls are signed. */
export type Keys = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  expiration?: Date;
  /** Total duration of the session, if the session expires. */
  lifeMs?: number;
};

/** The keys that a caller needs. ANY: any valid keys. NEW: the keys of a new session with full validity. */
export type KeyFreshness = 'ANY' | 'NEW';

/**
 * Assumes a role with the operator's keys.
 * @throws MarketplaceError
 */
export type AssumeRole = (role: string, externalId: string, signal?: AbortSignal) => Promise<Keys>;

export type Sessions = {
  keysOf(entry: Settings['entry'], externalId: string, wanted?: KeyFreshness): Promise<Keys>;
  /** Drops keys that the vendor no longer accepts. */
  forget(entry: Settings['entry'], externalId: string): void;
};

/** Time before expiry at which keys are replaced. */
const marginMs = 10 * 60_000;
/** Fraction of its lifetime during which a session counts as new. */
const newFor = 1 / 12;

/**
 * Caches the session keys of all organizations until shortly before they expire. The external id, which is
 * required to assume a role, identifies the organization. Concurrent calls share one session.
 */
export function createSessions(assume: AssumeRole, now: () => Date): Sessions {
  const kept = new LRUCache<string, Promise<Keys>>({ max: 5000 });
  const nameOf = (role: string, externalId: string) => `${externalId} ${role}`;

  async function sessionOf(role: string, externalId: string, wanted: KeyFreshness): Promise<Keys> {
    const name = nameOf(role, externalId);
    const known = kept.get(name);
    const keys = await known?.catch(() => undefined);
    if (keys && isGood(keys, wanted)) return keys;
    // A concurrent call may have started a new session meanwhile.
    const current = kept.get(name);
    if (current && current !== known) return current;
    const next = assume(role, externalId);
    kept.set(name, next);
    next.catch(() => {
      if (kept.peek(name) === next) kept.delete(name);
    });
    return next;
  }

  function isGood({ expiration, lifeMs = 0 }: Keys, wanted: KeyFreshness): boolean {
    if (expiration === undefined) return true;
    const leftMs = expiration.getTime() - now().getTime();
    return leftMs > marginMs && (wanted === 'ANY' || leftMs > lifeMs * (1 - newFor));
  }

  return {
    keysOf: async (entry, externalId, wanted = 'ANY') =>
      entry.kind === 'role'
        ? sessionOf(entry.role.arn, externalId, wanted)
        : { accessKeyId: entry.accessKeyId, secretAccessKey: entry.secretAccessKey },
    forget: (entry, externalId) => {
      if (entry.kind === 'role') kept.delete(nameOf(entry.role.arn, externalId));
    },
  };
}

/** An installation without operator keys cannot assume roles. */
export const noPlatformKeys = (): MarketplaceError =>
  new MarketplaceError('the operator has configured no keys for roles', {
    kind: 'unauthorized',
    readable:
      'This installation has no keys with which to assume a role. Contact its operator, or enter an access key instead.',
  });
