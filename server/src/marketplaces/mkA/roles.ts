import { LRUCache } from 'lru-cache';
import { MarketplaceError } from '../errors.ts';
import { createClients, type Endpoint } from './clients.ts';
import { toMarketplaceError } from './errors.ts';
import { type AssumeRole, type Keys, noPlatformKeys } from './sessions.ts';
import { homeRegion } from './settings.ts';

/** The operator's keys, and the user or role of these keys, which the sellers' roles trust. */
export type PlatformKeys = { accessKeyId: string; secretAccessKey: string; principal: string };

/**
 * Session durations in seconds, tried in order until the role allows the duration. Signed document URLs
 * expire with their session and must stay valid for the hours that the marketplace may need. Every role
 * allows the shortest duration.
 */
export const sessionSeconds = [43_200, 28_800, 14_400, 7200, 3600] as const;
/** Time after which a longer session is tried again: the seller may have raised the role's limit. */
const rememberedMs = 24 * 3_600_000;

/** Creates the function that assumes sellers' roles with the operator's own keys. */
export function createAssumeRole(platform: PlatformKeys | undefined, endpoint: Endpoint): AssumeRole {
  if (!platform) return () => Promise.reject(noPlatformKeys());
  const assume = createAssume(platform, endpoint);
  const allowed = new LRUCache<string, number>({ max: 5000, ttl: rememberedMs });
  return async (role, externalId) => {
    const known = allowed.get(role) ?? Number.POSITIVE_INFINITY;
    for (const seconds of sessionSeconds.filter((length) => length <= known)) {
      const keys = await assume(role, externalId, seconds);
      if (!keys) continue;
      allowed.set(role, seconds);
      return keys;
    }
    throw new MarketplaceError('the role allows no session length', { kind: 'refused' });
  };
}

/**
 * Creates the function that assumes a role for a session duration; undefined if the role does not allow the
 * duration.
 */
function createAssume({ accessKeyId, secretAccessKey }: PlatformKeys, endpoint: Endpoint) {
  const own = () => Promise.resolve({ accessKeyId, secretAccessKey });
  const { token } = createClients({ region: homeRegion, queueRegion: homeRegion }, own, endpoint);
  return async (role: string, externalId: string, DurationSeconds: number): Promise<Keys | undefined> => {
    const client = await token.get();
    const { AssumeRoleCommand } = await import('@aws-sdk/client-sts');
    const command = new AssumeRoleCommand({
      RoleArn: role,
      ExternalId: externalId,
      RoleSessionName: 'tradepost',
      DurationSeconds,
    });
    const answer = await client.send(command).catch((thrown: unknown) => {
      if (isTooLong(thrown)) return undefined;
      throw toMarketplaceError(thrown, 'reads');
    });
    return answer && keysOf(answer.Credentials, DurationSeconds);
  };
}

/**
 * Returns whether the error means that the session is too long. Every role has a maximum, which is one hour
 * if the operator's own keys come from a role.
 */
const isTooLong = (thrown: unknown): boolean => {
  const { name = '', message = '' } = (thrown ?? {}) as { name?: string; message?: string };
  return name === 'ValidationError' && message.includes('DurationSeconds');
};

type SessionKeys = {
  AccessKeyId?: string | undefined;
  SecretAccessKey?: string | undefined;
  SessionToken?: string | undefined;
  Expiration?: Date | undefined;
};

function keysOf(given: SessionKeys | undefined, seconds: number): Keys {
  if (!given?.AccessKeyId || !given.SecretAccessKey || !given.SessionToken)
    throw new MarketplaceError('the response has no session', { kind: 'unreachable' });
  return {
    accessKeyId: given.AccessKeyId,
    secretAccessKey: given.SecretAccessKey,
    sessionToken: given.SessionToken,
    ...(given.Expiration ? { expiration: given.Expiration, lifeMs: seconds * 1000 } : {}),
  };
}
