import { readChatbot } from '../organizations/index.ts';
import type { OrgTransaction } from '../platform/access/scope.ts';
import { createOutsideFetch, type OutsideFetch } from '../platform/outside/outside-fetch.ts';
import type { Vault } from '../platform/secrets/encryption.ts';
import type { Config } from '../platform/system/config.ts';
import type { ChatModel } from './chat.ts';
import type { Prices } from './cost.ts';
import { answerErrors } from './errors.ts';

/** A language model. The price is absent for the organization's own language model. */
export type Provider = {
  name: 'OPERATOR' | 'INTEGRATION';
  model: ChatModel;
  fetch: OutsideFetch;
  prices: Prices | undefined;
};

/**
 * Access to language models: the operator's language model, if configured, and the language models of organizations.
 */
export type AiDeps = {
  operator: Provider | undefined;
  fetchOfTenants: OutsideFetch;
  maxOutputTokens: number;
};

/** The timeout of a call, including reading the answer, in milliseconds. */
const usualTimeoutMs = 60_000;

/**
 * Creates the access to language models. The operator's URL may be on a private network; URLs of organizations must be
 * public.
 * @param instead.fetchChat replaces calls to language models of organizations, in tests
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
 * Finds the language model of an organization: its own takes precedence over the operator's.
 * @throws 409 if no language model is configured, or the organization's own is incompletely configured
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
