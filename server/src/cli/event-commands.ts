import { randomBytes } from 'node:crypto';
import type { Tradepost, TradepostEvent } from '@tradepost/sdk';
import type { Command } from 'commander';
import type { Caller, CallerOptions } from './caller.ts';

/** Loaded when a command runs: what only lists the commands does not wait for it. */
const notifications = () => import('../notifications/index.ts');
const createCaller = async (options: CallerOptions): Promise<Caller> =>
  (await import('./caller.ts')).createCaller(options);

type Print = (text: string) => void;

/** What listens goes on when the service starts anew within half a minute. */
const restartRetries = 6;
const forwardTimeoutMs = 15_000;

/** `tradepost listen`, `trigger` and `events resend`: what a developer does against a service that runs. */
export function eventCommands(program: Command, print: Print): void {
  const listen = program
    .command('listen')
    .description('print what happens in a TEST organization, and forward it as webhooks are sent')
    .option('--forward <url>', 'where to send each event, such as http://127.0.0.1:3000/hooks')
    .option('--secret <secret>', 'whsec_… to sign with; a new one is made and printed otherwise')
    .option('--after <position>', 'begin after this position of the feed, and not now');
  withCaller(listen).action(async (options: ListenOptions & CallerOptions) =>
    follow(await createCaller(options), options, print),
  );
  const trigger = program
    .command('trigger [scope]')
    .description('let an event happen in a TEST organization; without a scope, list the scopes');
  withCaller(trigger).action(async (notificationScope: string | undefined, options: CallerOptions) => {
    if (notificationScope === undefined)
      return (await notifications()).allNotificationScopes.forEach((each) => void print(each));
    const caller = await createCaller(options);
    const event = await caller.tradepost.sandbox.triggerEvent({ scope: notificationScope });
    print(`${notificationScope} ${event.eventID}`);
  });
  const resend = program
    .command('events')
    .description('events that happened')
    .command('resend <eventId>')
    .description('send an event again to every webhook endpoint that it was meant for');
  withCaller(resend).action(async (eventId: string, options: CallerOptions) =>
    resendEvent((await createCaller(options)).tradepost, eventId, print),
  );
}

const withCaller = (command: Command): Command =>
  command
    .option('--url <url>', 'address of the service; else TRADEPOST_URL, else of data/credentials.json')
    .option('--org <orgId>', 'organization; else TRADEPOST_ORG')
    .option(
      '--client-id <id>',
      'API client; else TRADEPOST_CLIENT_ID. Its secret is TRADEPOST_CLIENT_SECRET',
    );

type ListenOptions = { forward?: string; secret?: string; after?: string };

/** Follows the events until the process is ended. What a receiver does not take is said, and not tried again. */
async function follow(caller: Caller, options: ListenOptions, print: Print): Promise<void> {
  if (options.forward !== undefined) requireAddress(options.forward);
  const { tradepost, organizationId } = caller;
  const { environment } = await tradepost.organizations.get();
  if (environment !== 'TEST') throw new Error('only TEST organizations can be listened to');
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
    throw new Error('--forward must be an address that begins with http:// or https://');
}

function secretOf(given: string | undefined): string {
  if (given !== undefined && !/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(given))
    throw new Error('--secret must be whsec_ and at least 24 bytes in base 64');
  return given ?? `whsec_${randomBytes(32).toString('base64')}`;
}

async function startOf(tradepost: Tradepost, after: string | undefined): Promise<number> {
  if (after === undefined) return (await tradepost.events.read()).position;
  if (!/^\d{1,15}$/.test(after)) throw new Error('--after must be a whole number');
  return Number(after);
}

/** Answers how the receiver took it. */
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
    print(`${eventId} is sent to ${url} again.`);
  }
  if (found === 0)
    throw new Error(`no webhook endpoint has a delivery of ${eventId}, or it is not kept any more`);
}

/** Deliveries are looked through from the oldest; they are kept for 30 days. */
async function findDelivery(
  tradepost: Tradepost,
  endpointId: string,
  eventId: string,
): Promise<string | undefined> {
  for await (const { id, eventID } of tradepost.webhooks.listDeliveries(endpointId))
    if (eventID === eventId) return id;
  return undefined;
}
