import { readChatbot } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { createOutsideFetch, type OutsideFetch } from '../platform/outside/outside-fetch.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import type { Config } from '../platform/system/config.ts';
import type { ChatModel } from './chat.ts';
import type { Prices } from './cost.ts';
import { answerErrors } from './errors.ts';

/** A language model to be asked; one of the organization's own has no price here. */
export type Provider = {
  name: 'OPERATOR' | 'INTEGRATION';
  model: ChatModel;
  fetch: OutsideFetch;
  prices: Prices | undefined;
};

/** How language models are reached: the operator's, where there is one, and those of organizations. */
export type AiDeps = {
  operator: Provider | undefined;
  fetchOfTenants: OutsideFetch;
  maxOutputTokens: number;
};

/** How long an answer may take until it is read, in milliseconds. */
const usualTimeoutMs = 60_000;

/**
 * The operator's own address may be on a private network, those of organizations may not.
 * @param instead.fetchChat asks language models of organizations, in tests
 */
export function createAi(
  { ai, aiMaxOutputTokens, secrets }: Pick<Config, 'ai' | 'aiMaxOutputTokens' | 'secrets'>,
  instead: { fetchChat?: OutsideFetch; chatTimeoutMs?: number } = {},
): AiDeps {
  const timeoutMs = instead.chatTimeoutMs ?? usualTimeoutMs;
  const operator: Provider | undefined = ai && {
    name: 'OPERATOR',
    model: { url: ai.url, key: secrets.aiKey ?? '', model: ai.model },
    fetch: createOutsideFetch({ allowInsecure: true, timeoutMs }),
    prices: ai.prices,
  };
  const fetchOfTenants = instead.fetchChat ?? createOutsideFetch({ allowInsecure: false, timeoutMs });
  return { operator, fetchOfTenants, maxOutputTokens: aiMaxOutputTokens };
}

/**
 * Finds the language model that an organization asks: its own comes before the operator's.
 * @throws 409 where there is none, or the organization's own cannot be asked
 */
export async function requireProvider(
  scope: OrgTransaction,
  { operator, fetchOfTenants }: AiDeps,
  vault: Vault,
): Promise<Provider> {
  const own = await readChatbot(scope, vault);
  if (own === 'INCOMPLETE')
    throw answerErrors.ai_off(
      'The integration with service CHATBOT needs url, key and model in its credentials, and a public https address.',
    );
  if (own) return { name: 'INTEGRATION', model: own, fetch: fetchOfTenants, prices: undefined };
  if (operator) return operator;
  throw answerErrors.ai_off(
    'No language model is configured, neither by the operator nor by an integration with service CHATBOT.',
  );
}
