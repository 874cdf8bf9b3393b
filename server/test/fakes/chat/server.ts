import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call to the language model, with the text that was sent. */
export type ChatCall = { path: string; authorization: string | undefined; body: ChatBody };
type ChatBody = {
  model: string;
  messages: { role: string; content: string }[];
  max_tokens: number;
  temperature: number;
};

/** The properties of a response; an absent property gets a valid default. */
export type ChatPlay = {
  text?: string | null;
  usage?: unknown;
  status?: number;
  headers?: Record<string, string>;
  /** Raw body that is sent instead of a response. */
  raw?: string;
  /** Point at which the connection breaks: before the response, or in the middle of the response. */
  breaks?: 'BEFORE' | 'MIDWAY';
  /** The response is delayed until this promise resolves. */
  after?: Promise<unknown>;
};

/**
 * Simulates a language model with the protocol of chat completions. Responds with "It is so [1]." and counts 100 and 10
 * tokens by default.
 */
export async function startChat() {
  const calls: ChatCall[] = [];
  let play: (call: ChatCall, index: number) => ChatPlay = () => ({});
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request)) as ChatBody;
    const call = { path: request.url ?? '', authorization: request.headers.authorization, body };
    const index = calls.push(call) - 1;
    const played = play(call, index);
    await played.after;
    answer(response, played);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v1`;
  return {
    url,
    calls,
    /** Environment with the operator’s configuration of this model. */
    environment: {
      AI_URL: url,
      AI_KEY: chatKey,
      AI_MODEL: 'model-1',
      AI_PRICES: '1500,6000',
      AI_MAX_OUTPUT_TOKENS: '1000',
    },
    plays: (next: ChatPlay | typeof play) => {
      play = typeof next === 'function' ? next : () => next;
    },
    reset: () => {
      calls.length = 0;
      play = () => ({});
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
export type Chat = Awaited<ReturnType<typeof startChat>>;

/** A secret that tests search for. */
export const chatKey = 'canary-key-of-the-operator-0451';

function answer(response: ServerResponse, played: ChatPlay): void {
  const { text = 'It is so [1].', status = 200, headers = {}, raw, breaks } = played;
  if (breaks === 'BEFORE') return void response.socket?.destroy();
  const usage = 'usage' in played ? played.usage : { prompt_tokens: 100, completion_tokens: 10 };
  const body =
    raw ??
    JSON.stringify({
      id: 'chat-1',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      ...(usage === undefined ? {} : { usage }),
    });
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  if (breaks !== 'MIDWAY') return void response.end(body);
  response.write(body.slice(0, body.length / 2), () => response.socket?.destroy());
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
