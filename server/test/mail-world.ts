import { SMTPServer } from 'smtp-server';
import { afterAll, beforeEach, expect } from 'vitest';
import { startTestApp, type TestOrganization, type TestPerson } from './harness.ts';
import { parseMail, type ReceivedMail } from './mails.ts';

/** State that a test may change, and that is reset before each test. */
export type MailWorld = {
  org: TestOrganization;
  admin: TestPerson;
  /** Mails that the server accepted. */
  received: (ReceivedMail & { envelope: string[] })[];
  /** The error with which the server rejects a mail. */
  refusal: { responseCode: number; message: string } | undefined;
};

/**
 * Starts a mail server, and creates for each test an organization that sends its mails to the server.
 * @param environment additional environment variables of the service
 */
export async function openMailWorld(
  environment: Record<string, string> = {},
  onLog?: (line: Record<string, unknown>) => void,
) {
  const world = { received: [], refusal: undefined } as unknown as MailWorld;
  const server = serverOf(world);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  const app = await startTestApp({
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, ...environment },
    ...(onLog ? { onLog } : {}),
  });
  beforeEach(async () => {
    world.org = await app.organization();
    world.admin = await app.person(world.org.id, 'ADMIN');
    world.refusal = undefined;
    world.received = [];
  });
  afterAll(async () => {
    await app.stop();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  const call = (method: string, path: string, body?: unknown, token = world.org.token) =>
    app.request(method, `/org/${world.org.id}/${path}`, { token, ...(body === undefined ? {} : { body }) });
  const good = async (method: string, path: string, body?: unknown, token?: string) => {
    const reply = await call(method, path, body, token);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  const settle = async () => {
    await app.drainJobs();
    await app.dispatchEvents();
    await app.sendMails();
  };
  const configure = async (config: object) => {
    await good('PATCH', 'notificationConfigInfo', config);
    await settle();
    world.received = [];
  };
  const messages = async () => (await good('GET', 'notificationMessage')).notificationMessages;
  const mailsTo = (address: string) => world.received.filter(({ envelope }) => envelope.includes(address));
  let made = 0;
  /** Creates a direct sale for a contact, which can be accepted immediately. */
  const offerTo = async (fields: object = {}) => {
    const email = `buyer${++made}@example.com`;
    const contact = await good('POST', 'contact', { name: 'Bo', emailAddress: email });
    const offer = await good('POST', 'offer', { name: 'Deal <b>1</b>', contactIds: [contact.id], ...fields });
    return { email, contact, offer };
  };
  return { app, world, call, good, settle, configure, messages, mailsTo, offerTo };
}

function serverOf(world: MailWorld): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        if (world.refusal) return done(Object.assign(new Error(world.refusal.message), world.refusal));
        const envelope = session.envelope.rcptTo.map(({ address }) => address);
        world.received.push({ ...(await parseMail(Buffer.concat(chunks))), envelope });
        done();
      });
    },
  });
}
