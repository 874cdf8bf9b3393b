import { type OutsideFetch, OutsideRefused, wasNeverSent } from '../platform/outside/outside-fetch.ts';
import { readUsage, type Tokens } from './cost.ts';
import type { Message } from './prompt.ts';

/** The URL, API key and model name of a language model. */
export type ChatModel = { url: string; key: string; model: string };

/**
 * The outcome of a call. REFUSED: the call was rejected or failed (3xx, 4xx, 5xx), and is free. UNKNOWN: the call may
 * have been processed. `why` is logged and contains no keys or URLs.
 */
export type ChatOutcome =
  | { outcome: 'ANSWERED'; text: string; usage: Tokens | undefined }
  | { outcome: 'REFUSED'; why: string; status?: number }
  | { outcome: 'UNKNOWN'; why: string };

/** Returns the URL of the chat completions endpoint below a base URL; a query string is kept. */
export function completionsAddress(url: string): string {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/chat/completions`;
  return address.href;
}

/** Calls a language model once by the chat completions protocol, without tools. */
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

/** Returns the reason for a failed request, without the URL that the error may contain. */
const reasonOf = (error: unknown): string => {
  if (error instanceof OutsideRefused) return error.message;
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'it failed');
};

/** HTTP statuses of a proxy timeout: the language model may have responded after the timeout. */
const afterTheWork = [408, 499];

function readCompletion(status: number, text: string): ChatOutcome {
  if (status >= 300 && !afterTheWork.includes(status))
    return { outcome: 'REFUSED', why: `it responded with ${status}`, status };
  if (status !== 200) return { outcome: 'UNKNOWN', why: `it responded with ${status}` };
  const body = parsed(text);
  if (body === undefined) return { outcome: 'UNKNOWN', why: 'its response is not a JSON object' };
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
