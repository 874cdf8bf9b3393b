import type { OrgTransaction } from '../../platform/access/scope.ts';
import type { Finding } from '../../platform/errors.ts';
import { addressProblem } from '../../platform/outside/address-guard.ts';
import type { Vault } from '../../platform/secrets/encryption.ts';
import { decryptSettings, type Settings } from './settings.ts';
import { findByService } from './store.ts';

/** The service of an integration with the organization's own language model. */
const service = 'CHATBOT';

/** The credentials of a language model. */
export type Chatbot = { url: string; key: string; model: string };

const rules = { allowHttp: false, allowPrivate: false };
const printable = /^[\x21-\x7e]{1,4000}$/;

const problems: Readonly<Record<keyof Chatbot, (value: string) => string | undefined>> = {
  url: (value) => (value.length > 2000 ? 'must have at most 2000 characters' : addressProblem(value, rules)),
  key: (value) => (printable.test(value) ? undefined : 'must be printable characters without spaces'),
  model: (value) =>
    printable.test(value) && value.length <= 200
      ? undefined
      : 'must be at most 200 printable characters without spaces',
};

/** Findings for the credentials of a language model that are present. */
export function chatbotFindings(of: string, { credentials }: Settings): Finding[] {
  if (of !== service) return [];
  return Object.entries(problems).flatMap(([name, problemOf]) => {
    const value = credentials[name];
    if (value === undefined || value === null) return [];
    const message = typeof value === 'string' ? problemOf(value) : 'must be a text';
    return message ? [{ pointer: `/credentials/${name}`, message }] : [];
  });
}

/**
 * Reads the credentials of the organization's own language model, from its oldest integration of service
 * CHATBOT.
 * @returns undefined without such an integration, INCOMPLETE when credentials are missing or invalid
 */
export async function readChatbot(
  scope: OrgTransaction,
  vault: Vault,
): Promise<Chatbot | 'INCOMPLETE' | undefined> {
  const row = await findByService(scope, service);
  if (!row) return undefined;
  const settings = decryptSettings(vault, row);
  const { url, key, model } = settings.credentials;
  if (chatbotFindings(service, settings).length > 0 || !url || !key || !model) return 'INCOMPLETE';
  return { url, key, model } as Chatbot;
}
