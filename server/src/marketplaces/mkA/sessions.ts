import { LRUCache } from 'lru-cache';
import { MarketplaceError } from '../errors.ts';
import type { Settings } from './settings.ts';

/** What calls are signed with. */
export type Keys = {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  expiration?: Date;
  /** How long the session is as a whole, where it ends. */
  lifeMs?: number;
};

/** The keys that a caller asks for: any valid ones, or those of a new session, which are valid for its full length. */
export type Wanted = 'ANY' | 'NEW';

/** Assumes a role by the keys of the operator. @throws MarketplaceError */
export type AssumeRole = (role: string, externalId: string, signal?: AbortSignal) => Promise<Keys>;

export type Sessions = {
  keysOf(entry: Settings['entry'], externalId: string, wanted?: Wanted): Promise<Keys>;
  /** Forgets keys that the vendor does not take any more. */
  forget(entry: Settings['entry'], externalId: string): void;
};

/** So long before their end keys are not used any more. */
const marginMs = 10 * 60_000;
/** The part of its life for which a session counts as new. */
const newFor = 1 / 12;

/**
 * Keeps the keys of sessions until shortly before their end, for all organizations: an organization is known by its external
 * id, without which a role lets nobody in. Calls at the same moment share one assumption.
 */
export function createSessions(assume: AssumeRole, now: () => Date): Sessions {
  const kept = new LRUCache<string, Promise<Keys>>({ max: 5000 });
  const nameOf = (role: string, externalId: string) => `${externalId} ${role}`;

  async function sessionOf(role: string, externalId: string, wanted: Wanted): Promise<Keys> {
    const name = nameOf(role, externalId);
    const known = kept.get(name);
    const keys = await known?.catch(() => undefined);
    if (keys && isGood(keys, wanted)) return keys;
    // Another call may have begun anew meanwhile.
    const current = kept.get(name);
    if (current && current !== known) return current;
    const next = assume(role, externalId);
    kept.set(name, next);
    next.catch(() => {
      if (kept.peek(name) === next) kept.delete(name);
    });
    return next;
  }

  function isGood({ expiration, lifeMs = 0 }: Keys, wanted: Wanted): boolean {
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

/** Without keys of its own this installation enters no role. */
export const noPlatformKeys = (): MarketplaceError =>
  new MarketplaceError('the operator has configured no keys for roles', {
    kind: 'unauthorized',
    readable:
      'This installation has no keys by which it could take on a role. Ask its operator, or enter an access key instead.',
  });
