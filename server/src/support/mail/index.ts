import type { Logger } from 'pino';
import type { Channel, Correspondence } from '../../notifications/index.ts';
import type { InOrganization } from '../../platform/access/scope.ts';
import type { Database } from '../../platform/database/database.ts';
import { errors } from '../../platform/errors.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { createReplyAddresses } from './addresses.ts';
import { createCorrespondence } from './correspondence.ts';
import { createMailParser } from './message.ts';
import { createOperatorChannel } from './operator-channel.ts';
import { receive } from './receive.ts';
import type { MailRouteDeps } from './route.ts';

export type SupportMailDeps = {
  database: Database;
  inOrganization: InOrganization;
  vault: Vault;
  storage: Storage;
  fileLimit: number;
  log: Logger;
  /** The operator's own address. */
  operatorAddress: string | undefined;
  /** What mails are answered to, a token before the `@`. */
  replyTo: string | undefined;
  secret: string | undefined;
};

/** Support by mail: what tells people of tickets, and what takes their answers. */
export type SupportMail = Pick<MailRouteDeps, 'secret' | 'receive'> & {
  correspondence: Correspondence;
  channel: Channel;
  stop(): Promise<void>;
};

/** Creates what mails about tickets need; nothing is loaded before the first message comes. */
export function createSupportMail(deps: SupportMailDeps): SupportMail {
  const { vault, replyTo, secret, operatorAddress } = deps;
  const addresses = replyTo === undefined ? undefined : createReplyAddresses({ vault, replyTo });
  const parser = createMailParser(deps.fileLimit);
  return {
    secret,
    receive: async (raw, requestId) => {
      if (!addresses) throw errors.not_found();
      return receive({ ...deps, parser, addresses }, raw, requestId);
    },
    correspondence: createCorrespondence(addresses),
    channel: createOperatorChannel({ operatorAddress, addresses }),
    stop: parser.stop,
  };
}
