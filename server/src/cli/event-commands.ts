import { randomBytes } from 'node:crypto';
import type { Tradepost, TradepostEvent } from '@tradepost/sdk';
import type { Command } from 'commander';
import type { Caller, CallerOptions } from './caller.ts';

/** Modules that are loaded only when a command runs, so that help output is fast. */
const notifications = () => import('../notifications/index.ts');
const createCaller = async (options: CallerOptions): Promise<Caller> =>
  (await import('./caller.ts')).createCaller(options);

type Print = (text: string) => void;

/** The retries of `listen` cover a service restart of up to half a minute. */
const restartRetries = 6;
const forwardTimeoutMs = 15_000;

/** Adds `tradepost listen`, `trigger` and `events resend`, the developer's commands for a running service. */
export function eventCommands(program: Command, print: Print): void {
  const listen = program
    .command('listen')
    .description('print the events of a TEST organization, and forward them as signed webhooks')
    .option('--forward <url>', 'address to send each event to, such as http://127.0.0.1:3000/hooks')
    .option('--secret <secret>', 'signing secret (whsec_…); by default a new secret is generated and printed')
    .option('--after <position>', 'start after this position of the feed instead of now');
  withCaller(listen).action(async (options: ListenOptions & CallerOptions) =>
    follow(await createCaller(options), options, print),
  );
  const trigger = program
    .command('trigger [scope]')
    .description('create a test event in a TEST organization; without a scope, list the scopes');
  withCaller(trigger).action(async (notificationScope: string | undefined, options: CallerOptions) => {
    if (notificationScope === undefined)
      return (await notifications()).allNotificationScopes.forEach((each) => void print(each));
    const caller = await createCaller(options);
    const event = await caller.tradepost.sandbox.triggerEvent({ scope: notificationScope });
    print(`${notificationScope} ${event.eventID}`);
  });
  const resend = program
    .command('events')
    .description('events of an organization')
    .command('resend <eventId>')
    .description('send an event again to each webhook endpoint that subscribes to it');
  withCaller(resend).action(async (eventId: string, options: CallerOptions) =>
    resendEvent((await createCaller(options)).tradepost, eventId, print),
  );
}

const withCaller = (command: Command): Command =>
  command
    .option('--url <url>', 'address of the service; default: TRADEPOST_URL, else data/credentials.json')
    .option('--org <orgId>', 'organization; default: TRADEPOST_ORG')
    .option(
      '--client-id <id>',
      'API client; default: TRADEPOST_CLIENT_ID. Its secret is read from TRADEPOST_CLIENT_SECRET',
    );

type ListenOptions = { forward?: string; secret?: string; after?: string };

/** Prints and forwards events until the process ends. Failures are printed and not retried. */
async function follow(caller: Caller, options: ListenOptions, print: Print): Promise<void> {
  if (options.forward !== undefined) requireAddress(options.forward);
  const { tradepost, organizationId } = caller;
  const { environment } = await tradepost.organizations.get();
  if (environment !== 'TEST') throw new Error('listen works with TEST organizations only');
  const secret = secretOf(options.secret);
  const after = await startOf(tradepost, options.after);
  print(`Listening to ${organizationId} from position ${after}.`);
  if (options.forward) print(`Forwarding to ${options.forward}, signed with ${secret}`);
  for await (const event of tradepost.events.follow({ after, retries: restartRetries })) {
    const outcome = options.forward ? ` ${await forward(options.forward, secret, event)}` : '';
    print(`${event.timestamp} ${event.type} ${event.entityID} ${event.eventID}${outcome}`);
  }
}

function requireAddress(forward: string): void {
  if (!URL.canParse(forward) || !/^https?:$/.test(new URL(forward).protocol))
    throw new Error('--forward must begin with http:// or https://');
}

function secretOf(given: string | undefined): string {
  if (given !== undefined && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(given))
    throw new Error('--secret must be whsec_ followed by at least 24 bytes in Base64');
  return given ?? `whsec_${randomBytes(32).toString('base64')}`;
}

async function startOf(tradepost: Tradepost, after: string | undefined): Promise<number> {
  if (after === undefined) return (await tradepost.events.read()).position;
  if (!/^\d{1,15}$/.test(after)) throw new Error('--after must be a whole number');
  return Number(after);
}

/** Forwards an event, and returns a description of the receiver's response. */
async function forward(url: string, secret: string, event: TradepostEvent): Promise<string> {
  const body = JSON.stringify(event);
  const { signatureHeaders } = await notifications();
  const signed = signatureHeaders([secret], { id: event.eventID, sentAt: new Date(), body });
  const began = performance.now();
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Tradepost-Listen/1.0', ...signed },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(forwardTimeoutMs),
    });
    await answer.body?.cancel();
    return `-> ${answer.status} in ${Math.round(performance.now() - began)} ms`;
  } catch (error) {
    return `-> failed: ${((error as Error).cause as Error)?.message ?? (error as Error).message}`;
  }
}

async function resendEvent(tradepost: Tradepost, eventId: string, print: Print): Promise<void> {
  let found = 0;
  for await (const { id, url } of tradepost.webhooks.list()) {
    const deliveryId = await findDelivery(tradepost, id, eventId);
    if (deliveryId === undefined) continue;
    await tradepost.webhooks.resendDelivery(id, deliveryId);
    found += 1;
    print(`${eventId} will be sent to ${url} again.`);
  }
  if (found === 0)
    throw new Error(`no webhook endpoint has a delivery of ${eventId}; deliveries are kept for 30 days`);
}

/** Finds the delivery of an event. Deliveries, which are kept for 30 days, are searched from the oldest. */
async function findDelivery(
  tradepost: Tradepost,
  endpointId: string,
  eventId: string,
): Promise<string | undefined> {
  for await (const { id, eventID } of tradepost.webhooks.listDeliveries(endpointId))
    if (eventID === eventId) return id;
  return undefined;
}
