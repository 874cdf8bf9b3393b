import { z } from 'zod';
import { usualRoles } from '../database/roles.ts';

/** The maximum value of `BODY_LIMIT`, in bytes. */
export const largestBody = 100_000_000;

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const port = whole(0, 65_535);
const bytes = (most: number) => whole(1024, most);
const urlSetting = (protocols: RegExp) => z.url({ protocol: protocols });
const http = urlSetting(/^https?$/);
const url = http.transform((value) => value.replace(/\/+$/, ''));
const plainUrl = url.refine((value) => !/[@?#]/.test(value));
const flag = z.enum(['true', 'false']);

/** A role name that is valid in SQL without quotes. */
const roleName = z.string().regex(/^(?!pg_|current_|session_)[a-z][a-z0-9]*_[a-z0-9_]{1,50}$/);
const aRole =
  'a name of lowercase letters, digits and underscores, with at least one underscore, such as tp_app';

/** The pattern of exact decimals for the calculation of charges. */
const price = '(?:0|[1-9]\\d{0,8})(?:\\.\\d{1,9})?';

const printable = (most: number, least = 1) =>
  z.string().regex(new RegExp(`^[\\x21-\\x7e]{${least},${most}}$`));

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * A reply address with at most 13 characters before the `@`, because a `+` and a token of 50 characters are added, and
 * 64 characters are allowed.
 */
const replyAddress = z
  .email()
  .max(180)
  .regex(/^[a-z0-9._-]{1,13}@[a-z0-9.-]+$/);

const wholeNumberText = (least: number, most: number) => `a whole number from ${least} to ${most}`;
const [aPort, aFlag, anAddress, aHttpUrl] = [
  wholeNumberText(0, 65_535),
  'true or false',
  'an e-mail address',
  'a URL that begins with http:// or https://',
];
const aPlainUrl = `${aHttpUrl}, without user name, query and fragment`;
const count = (least: number, most: number, usual: number) =>
  whole(least, most).default(usual).describe(wholeNumberText(least, most));
const size = (most: number, usual: number) =>
  bytes(most)
    .default(usual)
    .describe(`${wholeNumberText(1024, most)} (bytes)`);

/** The environment variables. Each description completes the sentence "must be …". */
export const environment = z.object({
  PORT: port.default(8080).describe(aPort),
  HEALTH_PORT: port.optional().describe(aPort),
  DRAIN_SECONDS: count(0, 300, 5),
  HOST: z.string().min(1).default('127.0.0.1').describe('an address of this machine'),
  BASE_URL: plainUrl.optional().describe(aPlainUrl),
  AUTH_URL: plainUrl.optional().describe(aPlainUrl),
  DATA_DIR: z.string().min(1).default('./data').describe('a folder'),
  DATABASE_URL: urlSetting(/^postgres(ql)?$/)
    .optional()
    .describe('a URL such as postgres://user:password@host:5432/database'),
  DATABASE_APP_ROLE: roleName.default(usualRoles.app).describe(aRole),
  DATABASE_SYSTEM_ROLE: roleName.default(usualRoles.system).describe(aRole),
  DATABASE_POOL: count(2, 200, 10),
  DATABASE_PIPELINES: count(1, 32, 4),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-fA-F]{64}$/)
    .optional()
    .describe('64 hexadecimal digits (32 bytes), as `openssl rand -hex 32` prints them'),
  MASTER_KEY_PREVIOUS: z
    .string()
    .regex(/^[0-9a-fA-F]{64}(,[0-9a-fA-F]{64})*$/)
    .optional()
    .describe('keys of 64 hexadecimal digits, separated by commas'),
  MIGRATE: z.enum(['auto', 'off']).default('auto').describe('auto or off'),
  TRUST_PROXY: z
    .string()
    .regex(/^(true|false|[1-9])$/)
    .default('false')
    .describe('true, false, or the number of proxies, from 1 to 9'),
  SIGN_IN_RATE: count(1, 1_000_000, 60),
  SIGN_UP_RATE: count(1, 1_000_000, 20),
  TOKEN_FAILURE_RATE: count(1, 1_000_000, 60),
  SESSION_HOURS: count(1, 8760, 720),
  SESSION_IDLE_HOURS: count(2, 8760, 168),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, hostname: /./ })
    .optional()
    .describe('a URL of a mail server that begins with smtp:// or smtps://'),
  MAIL_FROM: z.email().default('no-reply@tradepost.invalid').describe(anAddress),
  SUPPORT_EMAIL: z.email().max(254).optional().describe(anAddress),
  SUPPORT_REPLY_TO: replyAddress
    .optional()
    .describe('an e-mail address in lower case, with at most 13 characters before the @ and no +'),
  SUPPORT_MAIL_SECRET: z.string().min(16).max(1000).optional().describe('16 to 1000 characters'),
  SSO_ALLOW_INSECURE_ISSUER: flag.default('false').describe(aFlag),
  WEBHOOK_ALLOW_INSECURE_URL: flag.default('false').describe(aFlag),
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .default('info')
    .describe('silent, fatal, error, warn, info, debug or trace'),
  ACCESS_LOG: flag.default('true').describe(aFlag),
  METRICS_TOKEN: z.string().min(16).optional().describe('at least 16 characters'),
  OTEL_EXPORTER_OTLP_ENDPOINT: http.optional().describe(aHttpUrl),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: http.optional().describe(aHttpUrl),
  OTEL_TRACES_EXPORTER: z.string().optional().describe('a name, such as none'),
  OTEL_SDK_DISABLED: z.string().optional().describe(aFlag),
  BODY_LIMIT: size(largestBody, 1_048_576),
  WORKER_CONCURRENCY: count(1, 64, 32),
  PULL_CONCURRENCY: count(1, 5000, 500),
  LIST_MEMORY: count(1_000_000, 10_000_000_000, 134_217_728),
  STORAGE_URL: urlSetting(/^(file|s3|https?)$/)
    .optional()
    .describe('a URL of a folder (file:///srv/files) or of a bucket (https://host/bucket, s3://host/bucket)'),
  STORAGE_ACCESS_KEY_ID: z.string().optional().describe('the id of an access key'),
  STORAGE_SECRET_ACCESS_KEY: z.string().optional().describe('the secret of an access key'),
  FILE_LIMIT: size(largestBody, 10_485_760),
  TAX_RATES: z.string().refine(isJson).optional().describe('JSON: a list of rules'),
  DISPLAY_NAMES: z
    .string()
    .refine(isJson)
    .optional()
    .describe('JSON: an object with names of at most 40 characters, such as {"MKA":"Cloud Store"}'),
  LOGO_DIR: z.string().optional().describe('a folder'),
  AI_URL: plainUrl.optional().describe(aPlainUrl),
  AI_KEY: printable(4000).optional().describe('1 to 4000 printable characters without spaces'),
  AI_MODEL: printable(200).optional().describe('1 to 200 printable characters without spaces'),
  AI_PRICES: z
    .string()
    .regex(new RegExp(`^${price},${price}$`))
    .optional()
    .describe('two decimals separated by a comma: cents per million tokens of input and of output'),
  AI_MAX_OUTPUT_TOKENS: count(16, 16_384, 800),
  MKA_ACCESS_KEY_ID: z
    .string()
    .regex(/^[A-Z0-9]{16,128}$/)
    .optional()
    .describe('the id of an access key: 16 to 128 capital letters and digits'),
  MKA_SECRET_ACCESS_KEY: printable(256, 16)
    .optional()
    .describe('16 to 256 printable characters without spaces'),
  MKA_PRINCIPAL: z
    .string()
    .regex(/^arn:[a-z-]+:iam::\d{12}:(user|role)\/[\w+=,.@/-]{1,512}$/)
    .optional()
    .describe('the name of a user or a role, in the form arn:…:user/tradepost'),
  CSV_LIMIT: size(4_294_967_296, 268_435_456),
});

export type Settings = z.infer<typeof environment>;
export type SettingName = keyof Settings;

/** Variables whose values never appear in messages. */
export const secretSettings: readonly SettingName[] = [
  'DATABASE_URL',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
  'SMTP_URL',
  'SUPPORT_MAIL_SECRET',
  'METRICS_TOKEN',
  'STORAGE_ACCESS_KEY_ID',
  'STORAGE_SECRET_ACCESS_KEY',
  'AI_KEY',
  'MKA_ACCESS_KEY_ID',
  'MKA_SECRET_ACCESS_KEY',
];

/** Variables with URLs, which appear in messages without user name, password and query. */
export const urlSettings: readonly SettingName[] = [
  'BASE_URL',
  'AUTH_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'STORAGE_URL',
  'AI_URL',
];
