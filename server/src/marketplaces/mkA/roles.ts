import { MarketplaceError } from '../errors.ts';
import { createClients, type Endpoint } from './clients.ts';
import { toMarketplaceError } from './errors.ts';
import { type AssumeRole, noPlatformKeys } from './sessions.ts';
import { homeRegion } from './settings.ts';

/** The keys of the operator, and who they are: the user or role that sellers trust. */
export type PlatformKeys = { accessKeyId: string; secretAccessKey: string; principal: string };

const hourSeconds = 3600;

/** Creates what takes on roles of sellers by the operator's own keys. */
export function createAssumeRole(platform: PlatformKeys | undefined, endpoint: Endpoint): AssumeRole {
  if (!platform) return () => Promise.reject(noPlatformKeys());
  const { accessKeyId, secretAccessKey } = platform;
  const keys = () => Promise.resolve({ accessKeyId, secretAccessKey });
  const { token } = createClients({ region: homeRegion, queueRegion: homeRegion }, keys, endpoint);
  return async (role, externalId) => {
    const client = await token.get();
    const { AssumeRoleCommand } = await import('@aws-sdk/client-sts');
    const command = new AssumeRoleCommand({
      RoleArn: role,
      ExternalId: externalId,
      RoleSessionName: 'tradepost',
      DurationSeconds: hourSeconds,
    });
    const { Credentials } = await client.send(command).catch((thrown: unknown) => {
      throw toMarketplaceError(thrown, 'reads');
    });
    if (!Credentials?.AccessKeyId || !Credentials.SecretAccessKey || !Credentials.SessionToken)
      throw new MarketplaceError('no session was answered', { kind: 'unreachable' });
    return {
      accessKeyId: Credentials.AccessKeyId,
      secretAccessKey: Credentials.SecretAccessKey,
      sessionToken: Credentials.SessionToken,
      ...(Credentials.Expiration ? { expiration: Credentials.Expiration } : {}),
    };
  };
}
