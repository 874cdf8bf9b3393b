import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '../app.ts';
import type { Config } from '../platform/system/config.ts';
import { createFirstOrganization, firstLines, firstSteps } from './first-start.ts';
import { type Roles, requireFreePort } from './ports.ts';
import { writeSecretFile } from './secret-file.ts';

/**
 * Starts the service and prints the introduction of a first start. If the port is known, the credentials are written
 * before the port is opened, so that they exist as soon as the service listens.
 * @param print prints the introduction; undefined without an embedded database
 */
export async function startAndIntroduce(
  config: Config,
  app: App,
  roles: Roles,
  print: ((text: string) => void) | undefined,
): Promise<void> {
  const isKnown = config.port !== 0 || config.baseUrl !== undefined;
  // Another process may have taken the port since the start began. The port is checked before the organization is
  // created, so that after a failure the next start is still a first start.
  if (print && isKnown && roles.serve && config.port !== 0) await requireFreePort(config, roles);
  let introduction = print && isKnown ? await introduce(config, app) : undefined;
  await app.start(roles);
  if (print && !isKnown) introduction = await introduce(config, app);
  if (print && introduction) print(introduction);
}

/**
 * Creates the first organization in an empty embedded database; an operator's database is left unchanged.
 * @returns the introduction of a first start, with shell commands at log level debug
 */
async function introduce(config: Config, app: App): Promise<string | undefined> {
  const file = path.join(path.resolve(config.dataDir), 'credentials.json');
  const addresses = { baseUrl: app.addresses.baseUrl(), authUrl: app.addresses.authUrl() };
  const first = await createFirstOrganization(
    app.database,
    app.newId,
    randomBytes,
    ({ organizationId, client }) => {
      const credentials = {
        ...addresses,
        orgId: organizationId,
        clientId: client.id,
        clientSecret: client.secret,
      };
      return writeSecretFile(file, `${JSON.stringify(credentials, null, 2)}\n`);
    },
  );
  if (first) {
    const known = { credentialsFile: file, joinLink: first.joinLink };
    const lines = firstLines(addresses.baseUrl, known);
    const isDetailed = ['debug', 'trace'].includes(config.logLevel);
    return isDetailed ? `${lines}\n${firstSteps(addresses.baseUrl, known)}` : lines;
  }
  await followAddresses(file, addresses);
  return undefined;
}

/** Updates the URLs in the credentials file after a change of the service's URL. The credentials stay valid. */
async function followAddresses(file: string, addresses: { baseUrl: string; authUrl: string }): Promise<void> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return;
  const known = JSON.parse(text) as { baseUrl?: string; authUrl?: string };
  if (known.baseUrl === addresses.baseUrl && known.authUrl === addresses.authUrl) return;
  await writeSecretFile(file, `${JSON.stringify({ ...known, ...addresses }, null, 2)}\n`);
}
