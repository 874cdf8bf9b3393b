import { ServiceError } from './errors.ts';
import type { Ids } from './ids.ts';

/** Who calls. A session's arn names its role. */
export type Caller = { accountId: string; arn: string; roleArn: string | undefined };

export type AccessKey = Caller & {
  accessKeyId: string;
  secret: string;
  /** Of a session only. */
  token: string | undefined;
  endsAtMs: number | undefined;
};

type Role = {
  arn: string;
  accountId: string;
  /** Whose keys may assume it, under which external id; without one, whoever is trusted gets in with any or none. */
  trusts: string;
  externalId: string | undefined;
  /** The longest session that it allows, in seconds. */
  longestS: number;
  isRevoked: boolean;
  forbidden: Set<string>;
};

/** Accounts, their keys, the roles in them and the sessions of these. `wallNow` is the clock by which sessions end. */
export function createIdentities(ids: Ids, wallNow: () => number) {
  const keys = new Map<string, AccessKey>();
  const roles = createRoles();
  const addKey = (key: Omit<AccessKey, 'accessKeyId' | 'secret'>) => {
    const accessKeyId = ids.accessKey(key.token ? 'ASIA' : 'AKIA');
    const made = { ...key, accessKeyId, secret: ids.secret() };
    keys.set(accessKeyId, made);
    return made;
  };
  return {
    ...roles,
    keyOf: (accessKeyId: string) => keys.get(accessKeyId),
    /** A key that lasts, of a user of the account. */
    addUser: (accountId: string, name: string) =>
      addKey({
        accountId,
        arn: `arn:aws:iam::${accountId}:user/${name}`,
        roleArn: undefined,
        token: undefined,
        endsAtMs: undefined,
      }),
    removeKey: (accessKeyId: string) => void keys.delete(accessKeyId),
    /** What nobody may see of the keys that were given out: of users and of sessions. */
    secrets: (): string[] =>
      [...keys.values()].flatMap(({ secret, token }) => [secret, ...(token ? [token] : [])]),
    /** Ends all sessions now. */
    endSessions: () => {
      for (const key of keys.values()) if (key.token) key.endsAtMs = wallNow();
    },
    assume: (caller: Caller, arn: string, { externalId, sessionName, durationS }: Assumption): AccessKey => {
      const { accountId, longestS } = roles.requireTrust(arn, caller, externalId);
      if (durationS > longestS)
        throw new ServiceError(
          'ValidationError',
          400,
          'The requested DurationSeconds exceeds the MaxSessionDuration set for this role.',
        );
      return addKey({
        accountId,
        arn: `arn:aws:sts::${accountId}:assumed-role/${arn.split('/').at(-1)}/${sessionName}`,
        roleArn: arn,
        token: ids.sessionToken(),
        endsAtMs: wallNow() + durationS * 1000,
      });
    },
  };
}
export type Identities = ReturnType<typeof createIdentities>;

type Assumption = { externalId: string | undefined; sessionName: string; durationS: number };

/** As the setup asks for it. */
const longestS = 43_200;

function createRoles() {
  const roles = new Map<string, Role>();
  const require = (arn: string): Role => {
    const role = roles.get(arn);
    if (!role) throw new Error(`There is no role ${arn}.`);
    return role;
  };
  return {
    addRole: (accountId: string, name: string, trusts: string, externalId?: string): string => {
      const arn = `arn:aws:iam::${accountId}:role/${name}`;
      roles.set(arn, {
        arn,
        accountId,
        trusts,
        externalId,
        longestS,
        isRevoked: false,
        forbidden: new Set(),
      });
      return arn;
    },
    /** Changes the trust policy of a role, and how long its sessions may be. */
    trust: (arn: string, policy: { trusts?: string; externalId?: string | undefined; longestS?: number }) =>
      void Object.assign(require(arn), policy),
    /** As when a seller takes the role away: it cannot be assumed, and sessions that it has may do nothing. */
    revoke: (arn: string) => {
      require(arn).isRevoked = true;
    },
    restore: (arn: string) => {
      require(arn).isRevoked = false;
    },
    /** Takes a right from a role's policy, such as `aws-marketplace:StartChangeSet`. */
    forbid: (arn: string, action: string) => void require(arn).forbidden.add(action),
    allow: (arn: string, action: string) => void require(arn).forbidden.delete(action),
    /** The role that a caller may assume, or a refusal that does not say why not. */
    requireTrust: (arn: string, caller: Caller, externalId: string | undefined): Role => {
      const role = roles.get(arn);
      const isLet = role?.externalId === undefined || role.externalId === externalId;
      if (role && !role.isRevoked && role.trusts === caller.accountId && isLet) return role;
      const message = `User: ${caller.arn} is not authorized to perform: sts:AssumeRole on resource: ${arn}`;
      throw new ServiceError('AccessDenied', 403, message);
    },
    /** Refuses what the caller's role may not do. Users of the account may do everything in it. */
    authorize: (caller: Caller, action: string, refusal: (message: string) => ServiceError) => {
      const role = caller.roleArn === undefined ? undefined : roles.get(caller.roleArn);
      if (role && (role.isRevoked || role.forbidden.has(action)))
        throw refusal(`User: ${caller.arn} is not authorized to perform: ${action}`);
    },
  };
}
