import { type OutsideFetch, OutsideRefused, wasNeverSent } from '../platform/outside/outside-fetch.ts';
import { readUsage, type Tokens } from './cost.ts';
import type { Message } from './prompt.ts';

/** Where a language model is, and what it is entered with. */
export type ChatModel = { url: string; key: string; model: string };

/**
 * What became of a call. REFUSED: it was refused or failed (3xx, 4xx, 5xx), and costs nothing. UNKNOWN: it may have been done. `why` is for the log, and
 * says nothing of keys and addresses.
 */
export type ChatOutcome =
  | { outcome: 'ANSWERED'; text: string; usage: Tokens | undefined }
  | { outcome: 'REFUSED'; why: string; status?: number }
  | { outcome: 'UNKNOWN'; why: string };

/** The address of the protocol's one operation; a query stays. */
export function completionsAddress(url: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/chat/completions`;
  return address.href;
}

/** Asks a language model by the protocol of chat completions, once. It is given no tools. */
export async function askModel(
  fetchOutside: OutsideFetch,
  { url, key, model }: ChatModel,
  { messages, maxTokens }: { messages: readonly Message[]; maxTokens: number },
): Promise<ChatOutcome> {
  const asked = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ model, messages, max_tokens: maxTokens, temperature: 0 }),
  };
  try {
    const response = await fetchOutside(completionsAddress(url), asked);
    return readCompletion(response.status, await response.text());
  } catch (error) {
    const why = reasonOf(error);
    return { outcome: wasNeverSent(error) ? 'REFUSED' : 'UNKNOWN', why };
  }
}

/** Why a request failed, without what the error says of where it went. */
const reasonOf = (error: unknown): string => {
  if (error instanceof OutsideRefused) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'it failed');
};

/** Statuses of proxies that no longer waited, while the language model may have answered. */
const afterTheWork = [408, 499];

function readCompletion(status: number, text: string): ChatOutcome {
  if (status >= 300 && !afterTheWork.includes(status))
    return { outcome: 'REFUSED', why: `it answered ${status}`, status };
  if (status !== 200) return { outcome: 'UNKNOWN', why: `it answered ${status}` };
  const body = parsed(text);
  if (body === undefined) return { outcome: 'UNKNOWN', why: 'its answer is no JSON object' };
  const { choices, usage } = body as { choices?: { message?: { content?: unknown } }[]; usage?: unknown };
  const said = Array.isArray(choices) ? choices[0]?.message?.content : undefined;
  return { outcome: 'ANSWERED', text: typeof said === 'string' ? said : '', usage: readUsage(usage) };
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
