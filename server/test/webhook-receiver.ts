import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';

export type ReceivedWebhook = {
  id: string;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of every shape
  json: any;
  headers: IncomingHttpHeaders;
  path: string;
};
/** The response of a receiver: a status, or a function that writes the response. */
export type Behaviour = number | ((response: ServerResponse, received: ReceivedWebhook) => void);

/** A webhook receiver on a separate port that stores its requests. */
export type Receiver = {
  url: string;
  received: ReceivedWebhook[];
  /** Sets the response to future requests. */
  answers(behaviour: Behaviour): void;
  /** Clears the stored requests. */
  clear(): void;
  stop(): Promise<void>;
};

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedWebhook[] = [];
  let behaviour: Behaviour = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const one = {
      id: String(request.headers['webhook-id']),
      body,
      json: JSON.parse(body),
      headers: request.headers,
      path: request.url ?? '',
    };
    received.push(one);
    if (typeof behaviour === 'number') response.writeHead(behaviour).end(`status ${behaviour}`);
    else behaviour(response, one);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answers: (next) => {
      behaviour = next;
    },
    clear: () => {
      received.length = 0;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * Verifies a request with an independent library.
 * @throws if the request is not signed with the secret
 */
export const verify = (secret: string, { body, headers }: ReceivedWebhook): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
