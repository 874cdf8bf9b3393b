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
  /** The operator's address for mails about tickets; if undefined, the operator gets no mails. */
  operatorAddress: string | undefined;
  /** The reply address of mails, before a token is added. */
  replyTo: string | undefined;
  secret: string | undefined;
};

/** Support by mail: sends mails about tickets, and receives the replies. */
export type SupportMail = Pick<MailRouteDeps, 'secret' | 'receive'> & {
  correspondence: Correspondence;
  channel: Channel;
  stop(): Promise<void>;
};

/** Creates support by mail. The mail parser is loaded when the first message arrives. */
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
