import { exportPKCS8 } from 'jose';
import { pairOf } from '../../http/keys.ts';
import type { Ids } from '../ids.ts';

/** An interface to which calls need a token. */
export type InterfaceName = 'procurement' | 'pubsub' | 'usage' | 'offers' | 'storage';

/** A key of a service account. `pair` is the name of its key pair in this process. */
export type AccountKey = { id: string; pair: string; isDisabled: boolean; endsMs: number };

/** A service account of a seller’s project. */
export type ServiceAccount = {
  email: string;
  projectId: string;
  /** The providers to which the seller linked the account in the vendor’s portal. */
  providers: Set<string>;
  /** Interfaces for which the account has no role. */
  forbidden: Set<InterfaceName>;
  keys: AccountKey[];
  isDisabled: boolean;
};

/** Simulates the seller’s service accounts and their keys. */
export function createServiceAccounts(ids: Ids) {
  const accounts: ServiceAccount[] = [];
  let pairs = 0;
  return {
    add: (projectId: string, name = `seller-${ids.hex(6)}`): ServiceAccount => {
      const account: ServiceAccount = {
        email: `${name}@${projectId}.iam.gserviceaccount.com`,
        projectId,
        providers: new Set(),
        forbidden: new Set(),
        keys: [],
        isDisabled: false,
      };
      accounts.push(account);
      return account;
    },
    addKey: (account: ServiceAccount, endsMs = Number.POSITIVE_INFINITY): AccountKey => {
      // The generation of a pair is slow, so two pairs are used in turn.
      pairs = (pairs % 2) + 1;
      const key = { id: ids.hex(40), pair: `account-${pairs}`, isDisabled: false, endsMs };
      account.keys.push(key);
      return key;
    },
    remove: (account: ServiceAccount): void => void accounts.splice(accounts.indexOf(account), 1),
    find: (email: string): ServiceAccount | undefined => accounts.find((one) => one.email === email),
    /** Returns the key as the file that the seller downloads. */
    keyFile: async ({ email, projectId }: ServiceAccount, key: AccountKey) => ({
      type: 'service_account',
      project_id: projectId,
      private_key_id: key.id,
      private_key: await exportPKCS8((await pairOf(key.pair)).privateKey),
      client_email: email,
      client_id: ids.digits(21),
      auth_uri: 'https://accounts.google.com/o/oauth2/auth',
      token_uri: 'https://oauth2.googleapis.com/token',
      auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
      client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${encodeURIComponent(email)}`,
      universe_domain: 'googleapis.com',
    }),
    /** Returns the names of all key pairs, for tests that search for leaks. */
    pairs: () => accounts.flatMap(({ keys }) => keys.map(({ pair }) => pair)),
  };
}
export type ServiceAccounts = ReturnType<typeof createServiceAccounts>;
export type KeyFile = Awaited<ReturnType<ServiceAccounts['keyFile']>>;
