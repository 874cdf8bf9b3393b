import net from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { connectionProblem, DatabaseUnreachable } from './connection-problem.ts';
import { withLogin } from './login.ts';

const servers: net.Server[] = [];
afterAll(() => Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve)))));

/** Starts a server on 127.0.0.1 that responds to the first message of each connection. */
async function startFakeServer(answer: (socket: net.Socket) => void): Promise<number> {
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => answer(socket));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as net.AddressInfo).port;
}

/** Creates an error in the form of PostgreSQL. */
function refusal(code: string, message: string): Buffer {
  const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${message}`, ''].map((field) => `${field}\0`).join('');
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(fields));
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]);
}

async function problemOf(connectionString: string): Promise<string> {
  const options = { applicationName: 'tradepost test', timeoutMs: 150 };
  const error = await withLogin(connectionString, options, async () => undefined).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(DatabaseUnreachable);
  const { message } = error as Error;
  expect(message).toMatch(/^DATABASE_URL: cannot connect to database ".+" at .+ as user "ann": [^\n]+$/);
  expect(message).not.toMatch(/pass-phrase|pass%2D/);
  return message;
}

const urlOf = (port: number, query = '') => `postgres://ann:pass-phrase@127.0.0.1:${port}/shop${query}`;

test('a refused connection names DATABASE_URL, database, host, port and user, and the remedy', async () => {
  const port = await startFakeServer(() => {});
  const server = servers.pop() as net.Server;
  await new Promise((resolve) => server.close(resolve));
  expect(await problemOf(urlOf(port))).toBe(
    `DATABASE_URL: cannot connect to database "shop" at 127.0.0.1:${port} as user "ann": the connection was refused. ` +
      'Check that PostgreSQL runs and listens there. Check host and port in DATABASE_URL.',
  );
  // The name localhost has several addresses, which are tried one after the other.
  expect(await problemOf(`postgres://ann:pass-phrase@localhost:${port}/shop`)).toMatch(
    /localhost:\d+ .* refused/,
  );
});

test('an unknown host, a missing socket and a malformed address have different messages', async () => {
  expect(await problemOf('postgres://ann:pass-phrase@nowhere.invalid/shop')).toMatch(
    /"shop" at nowhere\.invalid:5432 .*host name (is unknown|could not be looked up)\./,
  );
  expect(await problemOf('postgres://ann:pass-phrase@%2Fnowhere/shop')).toMatch(
    /at the socket \/nowhere\/\.s\.PGSQL\.5432 .* there is no such socket/,
  );
  expect(await problemOf('postgres://ann:pass-phrase%ff@127.0.0.1/shop')).toMatch(/malformed\. .*%40/);
  expect(await problemOf(urlOf(5432, '?sslrootcert=/nowhere/ca.pem'))).toContain(
    'the file /nowhere/ca.pem cannot',
  );
});

test('a server that does not respond, closes the connection or lacks TLS has its own message', async () => {
  expect(await problemOf(urlOf(await startFakeServer(() => {})))).toContain('did not answer in time');
  expect(await problemOf(urlOf(await startFakeServer((socket) => socket.end())))).toContain(
    'closed the connection',
  );
  const plain = await startFakeServer((socket) => socket.write('N'));
  expect(await problemOf(urlOf(plain, '?sslmode=no-verify'))).toMatch(
    /does not support TLS\. Remove sslmode/,
  );
});

test.each([
  [
    '28P01',
    'password authentication failed for user "ann"',
    /the password is wrong\. Correct user and password/,
  ],
  ['28000', 'role "ann" does not exist', /no such user\. .*CREATE ROLE "ann" LOGIN/],
  ['28000', 'role "ann" is not permitted to log in', /ALTER ROLE "ann" LOGIN;/],
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.1", user "ann", database "shop", no encryption',
    /without TLS\. Add \?sslmode=require/,
  ],
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.1", user "ann", database "shop", SSL encryption',
    /Add an entry for user "ann" and database "shop" to pg_hba\.conf/,
  ],
  ['08P01', 'SSL required', /the server requires TLS\. Add \?sslmode=require/],
  ['3D000', 'database "shop" does not exist', /no such database\. .*CREATE DATABASE "shop" OWNER "ann";/],
  ['42501', 'permission denied for database "shop"', /GRANT CONNECT ON DATABASE "shop" TO "ann";/],
  ['53300', 'sorry, too many clients already', /no connection left\. Raise max_connections/],
  ['57P03', 'the database system is starting up', /starting or stopping/],
  ['XX000', 'something\nelse', /something else\. Check DATABASE_URL and the log/],
])('the error %s (%s) of a server is explained with a remedy', async (code, message, expected) => {
  const port = await startFakeServer((socket) => socket.end(refusal(code, message)));
  expect(await problemOf(urlOf(port))).toMatch(expected);
});

test('a certificate that is untrusted, expired or for another host is explained', () => {
  const address = { host: '::1', port: 5432, database: 'shop', user: 'ann' };
  const explained = (code: string) => connectionProblem({ code, message: '' }, address).message;
  expect(explained('DEPTH_ZERO_SELF_SIGNED_CERT')).toMatch(/at \[::1\]:5432 .*not trusted\. .*sslrootcert=/);
  expect(explained('CERT_HAS_EXPIRED')).toContain('has expired');
  expect(explained('ERR_TLS_CERT_ALTNAME_INVALID')).toContain('for another host');
});
