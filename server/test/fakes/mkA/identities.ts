import { ServiceError } from './errors.ts';
import type { Ids } from './ids.ts';

/** The identity of a caller. The arn of a session contains its role. */
export type Caller = { accountId: string; arn: string; roleArn: string | undefined };

export type AccessKey = Caller & {
  accessKeyId: string;
  secret: string;
  /** Present for a session only. */
  token: string | undefined;
  endsAtMs: number | undefined;
};

type Role = {
  arn: string;
  accountId: string;
  /**
   * The account whose keys may assume the role, and the required external id. Without a required id, any
   * external id is accepted, and none is needed.
   */
  trusts: string;
  externalId: string | undefined;
  /** Maximum session duration, in seconds. */
  longestS: number;
  isRevoked: boolean;
  forbidden: Set<string>;
};

/** Accounts, their keys, roles and sessions. Sessions expire by the clock `wallNow`. */
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
    /** Creates a permanent key for a user of the account. */
    addUser: (accountId: string, name: string) =>
      addKey({
        accountId,
        arn: `arn:aws:iam::${accountId}:user/${name}`,
        roleArn: undefined,
        token: undefined,
        endsAtMs: undefined,
      }),
    removeKey: (accessKeyId: string) => void keys.delete(accessKeyId),
    /** Returns all secrets of users and sessions, for tests that search for leaks. */
    secrets: (): string[] =>
      [...keys.values()].flatMap(({ secret, token }) => [secret, ...(token ? [token] : [])]),
    /** Ends all sessions immediately. */
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

/** The maximum session duration that the setup requires. */
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
    /** Changes a role's trust policy and maximum session duration. */
    trust: (arn: string, policy: { trusts?: string; externalId?: string | undefined; longestS?: number }) =>
      void Object.assign(require(arn), policy),
    /**
     * Deletes the role as a seller does. The role can no longer be assumed, and its sessions lose all
     * permissions.
     */
    revoke: (arn: string) => {
      require(arn).isRevoked = true;
    },
    restore: (arn: string) => {
      require(arn).isRevoked = false;
    },
    /** Removes a permission from a role's policy, such as `aws-marketplace:StartChangeSet`. */
    forbid: (arn: string, action: string) => void require(arn).forbidden.add(action),
    allow: (arn: string, action: string) => void require(arn).forbidden.delete(action),
    /** Finds the role if the caller may assume the role. The error does not contain the reason. */
    requireTrust: (arn: string, caller: Caller, externalId: string | undefined): Role => {
      const role = roles.get(arn);
      const isLet = role?.externalId === undefined || role.externalId === externalId;
      if (role && !role.isRevoked && role.trusts === caller.accountId && isLet) return role;
      const message = `User: ${caller.arn} is not authorized to perform: sts:AssumeRole on resource: ${arn}`;
      throw new ServiceError('AccessDenied', 403, message);
    },
    /**
     * Rejects actions for which the caller's role lacks permission. Users of the account have all
     * permissions.
     */
    authorize: (caller: Caller, action: string, refusal: (message: string) => ServiceError) => {
      const role = caller.roleArn === undefined ? undefined : roles.get(caller.roleArn);
      if (role && (role.isRevoked || role.forbidden.has(action)))
        throw refusal(`User: ${caller.arn} is not authorized to perform: ${action}`);
    },
  };
}
