import { LRUCache } from 'lru-cache';
import { MarketplaceError } from '../errors.ts';
import { createClients, type Endpoint } from './clients.ts';
import { toMarketplaceError } from './errors.ts';
import { type AssumeRole, type Keys, noPlatformKeys } from './sessions.ts';
import { homeRegion } from './settings.ts';

/** The keys of the operator, and who they are: the user or role that sellers trust. */
export type PlatformKeys = { accessKeyId: string; secretAccessKey: string; principal: string };

/**
 * The lengths of sessions that are asked for, in seconds, one after another until the role allows one: the addresses of documents
 * end with the session by which they were signed, and must outlive the hours that the marketplace may take. Every role allows the
 * shortest.
 */
export const sessionSeconds = [43_200, 28_800, 14_400, 7200, 3600] as const;
/** After so long a longer session is tried again: the seller may have let the role have one. */
const rememberedMs = 24 * 3_600_000;

/** Creates what takes on roles of sellers by the operator's own keys. */
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
    throw new MarketplaceError('no length of a session is allowed', { kind: 'refused' });
  };
}

/** Takes on a role for so long; undefined where the role allows no session of that length. */
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

/** A role allows sessions up to a length of its own, and at most an hour where the operator's keys are a role's themselves. */
const isTooLong = (thrown: unknown): boolean => {
  const { name = '', message = '' } = (thrown ?? {}) as { name?: string; message?: string };
  return name === 'ValidationError' && message.includes('DurationSeconds');
};

type Given = {
  AccessKeyId?: string | undefined;
  SecretAccessKey?: string | undefined;
  SessionToken?: string | undefined;
  Expiration?: Date | undefined;
};

function keysOf(given: Given | undefined, seconds: number): Keys {
  if (!given?.AccessKeyId || !given.SecretAccessKey || !given.SessionToken)
    throw new MarketplaceError('no session was answered', { kind: 'unreachable' });
  return {
    accessKeyId: given.AccessKeyId,
    secretAccessKey: given.SecretAccessKey,
    sessionToken: given.SessionToken,
    ...(given.Expiration ? { expiration: given.Expiration, lifeMs: seconds * 1000 } : {}),
  };
}
