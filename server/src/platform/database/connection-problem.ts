/** The address of a database, without its password. */
export type DatabaseAddress = Readonly<{ host: string; port: number; database: string; user: string }>;

/**
 * The error for a failed connection. The one-line message contains DATABASE_URL, the address, the cause and the remedy.
 */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';
}

type Explanation = readonly [cause: string, advice: string];
type Failure = Readonly<{ code: string; message: string }>;

/** Explains why a connection failed. */
export function connectionProblem(error: unknown, address: DatabaseAddress): DatabaseUnreachable {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const failure = { code: String(code ?? ''), message: String(message ?? '').replaceAll(/\s+/g, ' ') };
  const [cause, advice] = explain(failure, address);
  const { database, user } = address;
  return new DatabaseUnreachable(
    `DATABASE_URL: cannot connect to database "${database}" at ${placeOf(address)} as user "${user}": ${cause}. ${advice}`,
    { cause: error },
  );
}

const placeOf = ({ host, port }: DatabaseAddress): string => {
  if (host.startsWith('/')) return `the socket ${host}/.s.PGSQL.${port}`;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
};

function explain(failure: Failure, address: DatabaseAddress): Explanation {
  const { code, message } = failure;
  const [, file] = /\bopen '(.+)'/.exec(message) ?? [];
  if (file !== undefined)
    return [`the file ${file} cannot be read`, 'Correct its path in DATABASE_URL, or its permissions.'];
  const found =
    byCode[code] ??
    (code.startsWith('28') || code === '08P01' ? refusalOf(message, address) : undefined) ??
    (code === '3D000' || code === '42501' ? databaseProblem(code, address) : undefined) ??
    byMessage.find(([pattern]) => pattern.test(message))?.[1];
  return found ?? [message || code || 'unknown error', 'Check DATABASE_URL and the log of the server.'];
}

const checkHost = 'Check host and port in DATABASE_URL.';
const checkCertificate =
  'Name the file of its certificate authority in DATABASE_URL: ?sslrootcert=/path/to/ca.pem';
const useTls = 'Add ?sslmode=require to DATABASE_URL (with & if it already has a ?).';
const untrusted: Explanation = ['the certificate of the server is not trusted', checkCertificate];
const unreachable: Explanation = [
  'the host cannot be reached',
  `${checkHost} Check the network and its firewalls.`,
];
const unknownHost: Explanation = [
  'the host name is unknown',
  'Correct the host in DATABASE_URL, or its DNS entry.',
];
const closed: Explanation = [
  'the server closed the connection',
  `Check that PostgreSQL listens there, and its log. ${checkHost}`,
];
const silent: Explanation = [
  'the server did not answer in time',
  `${checkHost} Check the network and its firewalls.`,
];

const byCode: Readonly<Record<string, Explanation>> = {
  ECONNREFUSED: ['the connection was refused', `Check that PostgreSQL runs and listens there. ${checkHost}`],
  ENOENT: ['there is no such socket', `Check that PostgreSQL runs there. ${checkHost}`],
  EACCES: ['access is denied', 'Check the permissions of the socket and its folder.'],
  ENOTFOUND: unknownHost,
  EAI_AGAIN: [
    'the host name could not be looked up',
    'Check the DNS of this machine and the host in DATABASE_URL.',
  ],
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: silent,
  ECONNRESET: closed,
  EPIPE: closed,
  '53300': ['the server has no connection left', 'Raise max_connections, or end other programs that use it.'],
  '57P03': ['the server is starting or stopping', 'Start again when it accepts connections.'],
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_HAS_EXPIRED: ['the certificate of the server has expired', 'Renew it on the server.'],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'the certificate of the server is for another host',
    'Use the host name of the certificate in DATABASE_URL.',
  ],
};

const byMessage: readonly (readonly [RegExp, Explanation])[] = [
  [/timeout|timed out/i, silent],
  [/does not support SSL/i, ['the server does not support TLS', 'Remove sslmode from DATABASE_URL.']],
  [
    /password must be a string|no password/i,
    ['the server asks for a password', 'Add it to DATABASE_URL: postgres://user:password@host/database.'],
  ],
  [/terminated|closed/i, closed],
  [
    /URI malformed|Invalid URL/i,
    [
      'the address is malformed',
      'Write special characters of user and password in %-encoding: @ as %40, / as %2F.',
    ],
  ],
];

/** Explains why the server rejects the login. */
function refusalOf(message: string, { database, user }: DatabaseAddress): Explanation | undefined {
  if (/SSL required|TLS required|requires? (SSL|TLS)/i.test(message))
    return ['the server requires TLS', useTls];
  if (/no pg_hba\.conf entry/.test(message))
    return /no encryption|SSL off/.test(message)
      ? [
          'the server does not allow this user to connect from this machine without TLS',
          `${useTls} If that does not help, add an entry for the user to pg_hba.conf.`,
        ]
      : [
          'the server does not allow this user to connect from this machine',
          `Add an entry for user "${user}" and database "${database}" to pg_hba.conf.`,
        ];
  if (/not permitted to log in/.test(message))
    return ['the user is not allowed to log in', `Run as an administrator: ALTER ROLE "${user}" LOGIN;`];
  if (/role .* does not exist|no such user/.test(message))
    return [
      'there is no such user',
      `Correct the user in DATABASE_URL, or create it: CREATE ROLE "${user}" LOGIN PASSWORD '…';`,
    ];
  if (/password authentication failed/.test(message))
    return [
      'the password is wrong',
      'Correct user and password in DATABASE_URL; write special characters in %-encoding (@ as %40).',
    ];
  return message
    ? [`the login was refused (${message})`, 'Check user and password, and pg_hba.conf of the server.']
    : undefined;
}

const databaseProblem = (code: string, { database, user }: DatabaseAddress): Explanation =>
  code === '3D000'
    ? [
        'there is no such database',
        `Create it as an administrator: CREATE DATABASE "${database}" OWNER "${user}";`,
      ]
    : [
        'the user is not allowed to connect to it',
        `Run as an administrator: GRANT CONNECT ON DATABASE "${database}" TO "${user}";`,
      ];
