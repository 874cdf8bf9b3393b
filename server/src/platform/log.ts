import pino, { type Logger } from 'pino';

/**
 * The program's log: one JSON object a line. Requests are logged by method, route and status, never with headers,
 * query, body or names of people; the paths below are a second line of defence.
 */
export const createLog = (level: string, descriptor: 1 | 2 = 1): Logger =>
  pino(
    {
      level,
      base: null,
      redact: {
        paths: [
          '*.authorization',
          '*.password',
          '*.secret',
          '*.client_secret',
          '*.email',
          '*.connectionString',
        ],
        censor: '[hidden]',
      },
    },
    pino.destination(descriptor),
  );
