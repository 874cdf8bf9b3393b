import { environment, type SettingName } from '../platform/system/settings.ts';

/**
 * The description of each variable, in the order of `docs/configuration.md`, which is generated from these
 * descriptions.
 */
const meanings: Record<SettingName, string> = {
  PORT: 'Port to listen on; 0 for any free port.',
  HOST: 'Address to listen on.',
  HEALTH_PORT: 'Port on which `work` serves `/livez`, `/readyz` and `/metrics`; 0 for any free port.',
  BASE_URL:
    'Address at which callers reach the API; also the `resource` and audience of tokens. Default: the listening address.',
  AUTH_URL:
    'Issuer of tokens, in front of `/oauth2/token`. Passkeys are bound to its host, which must be a name such as `localhost` and not an IP address. Default: `BASE_URL`.',
  TRUST_PROXY:
    'Number of proxies in front of the service (`true` is 1). With one proxy the caller is the last address of `X-Forwarded-For`; with each further proxy, one address further left.',
  DRAIN_SECONDS:
    'Seconds for which `serve` accepts requests after SIGTERM or SIGINT. See [operations](operations.md#signals).',
  BODY_LIMIT: 'Maximum size of a request body.',
  LIST_MEMORY:
    'Maximum number of bytes of long responses that one process holds until callers have read them; one organization may use half. Requests beyond the limit get a 503.',
  DATA_DIR:
    'Folder of the embedded database. Also contains files if `STORAGE_URL` is not set, and mails if `SMTP_URL` is not set.',
  DATABASE_URL: 'PostgreSQL database, version 15 or newer. Default: the embedded database.',
  DATABASE_APP_ROLE: 'Role of the service in the database. See [operations](operations.md#deploy).',
  DATABASE_SYSTEM_ROLE: 'Role for work across organizations. See [operations](operations.md#deploy).',
  DATABASE_POOL:
    'Number of connections for transactions. One organization uses at most three quarters of the connections at a time.',
  DATABASE_PIPELINES: 'Number of shared connections for reads and single inserts.',
  MIGRATE: '`off`: the service does not apply migrations, and does not start while migrations are pending.',
  MASTER_KEY:
    'Key that encrypts secrets. Required with `DATABASE_URL`; with the embedded database, the first start creates the key in `DATA_DIR/master.key`.',
  MASTER_KEY_PREVIOUS: 'Keys that decrypt older secrets. See [operations](operations.md#keys-and-secrets).',
  SIGN_IN_RATE: 'Sign-in attempts with a password that are allowed per IP address and minute.',
  SIGN_UP_RATE: 'Requests for accounts and password resets that are allowed per IP address and minute.',
  TOKEN_FAILURE_RATE:
    'Requests with wrong credentials at the token endpoint that are allowed per IP address and minute. Correct credentials are not limited.',
  SESSION_HOURS: 'Hours after which a sign-in expires. A change applies only to new sessions.',
  SESSION_IDLE_HOURS:
    'Hours after which an unused sign-in expires. A change applies to an existing session from its next use on.',
  SSO_ALLOW_INSECURE_ISSUER:
    '`true`: allows OpenID providers without https or on private networks, for tests.',
  SMTP_URL:
    'Mail server: `smtps://user:password@host`, or `smtp://` (STARTTLS; `?requireTLS=false` turns it off). Default: mails are written to `DATA_DIR/mail`.',
  MAIL_FROM: 'Sender address of mails; shown as `defaultSenderEmail`.',
  WEBHOOK_ALLOW_INSECURE_URL:
    '`true`: allows webhook endpoints without https or on private networks, for tests.',
  SUPPORT_EMAIL: 'Address at which the operator is notified of changes to support tickets.',
  SUPPORT_REPLY_TO:
    'Reply-to address of mails about tickets: `support@help.example.com` becomes `support+<token>@…`. Requires `SUPPORT_MAIL_SECRET`. See [operations](operations.md#support-by-mail).',
  SUPPORT_MAIL_SECRET:
    'Shared secret that authenticates the mail server. Without this secret, `POST /support/mail` returns 404.',
  LOG_LEVEL: 'Lowest level that is logged.',
  ACCESS_LOG: '`false`: requests are not logged at level info. They are always logged at level debug.',
  METRICS_TOKEN:
    'Bearer token for `/metrics`. Without a token, only callers on this machine can read the metrics.',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Receiver of traces; the other standard variables of OpenTelemetry apply too. See [operations](operations.md#monitor).',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'The same for traces only, with its whole path.',
  OTEL_TRACES_EXPORTER: '`none`: no traces are sent.',
  OTEL_SDK_DISABLED: '`true`: no traces are recorded.',
  WORKER_CONCURRENCY:
    'Number of jobs (slots) that one process runs at a time. One organization uses at most all slots except one, and slow job kinds use at most an eighth.',
  PULL_CONCURRENCY:
    'Number of marketplace queues that one process polls at a time. Further queues take turns.',
  STORAGE_URL:
    'Storage of files: a folder, or a bucket with an S3 interface (`https://host/bucket?region=…`). Default: `DATA_DIR/files`.',
  STORAGE_ACCESS_KEY_ID: 'Access key of the bucket.',
  STORAGE_SECRET_ACCESS_KEY: 'Secret of the access key.',
  FILE_LIMIT: 'Maximum size of a file, and of a document that is fetched from a URL.',
  CSV_LIMIT:
    'Maximum size of a CSV file of usage. During processing, files are stored in the folder for temporary files; up to 4 files are processed at a time.',
  TAX_RATES:
    'Tax rules of invoices; the first matching rule applies: `[{"country":"DE","taxes":[{"name":"VAT","percent":19}]}]`. See [decision 0026](decisions/0026-prices-periods-and-taxes.md). Default: no tax.',
  DISPLAY_NAMES:
    'Display names of marketplaces in the console, on buyers’ pages and in mails. The API keeps the codes. Default: Marketplace A to F.',
  LOGO_DIR:
    'Folder with logos of marketplaces, named by code, such as `MKA.png`: PNG, JPEG (`.jpg`) or WebP files of at most 50 kB. The console shows them, and other files are ignored. Default: no logos.',
  MKA_ACCESS_KEY_ID:
    "The operator's access key at marketplace A, used to assume the roles of sellers. Without it, sellers enter their own keys. See [operations](operations.md#marketplace-a).",
  MKA_SECRET_ACCESS_KEY: 'Secret of the access key.',
  MKA_PRINCIPAL: 'User or role to which the access key belongs.',
  AI_URL:
    'Address of the language model of the operator, a service with the chat completions protocol (`https://models.example.com/v1`). The model may be on a private network. See [operations](operations.md#language-model).',
  AI_KEY: 'API key of the language model.',
  AI_MODEL: 'Name of the language model.',
  AI_PRICES:
    'Price of the language model in cents per million input and output tokens: `15,60`. Required with `AI_URL`.',
  AI_MAX_OUTPUT_TOKENS: "Maximum length of a language model's answer, also for organizations' own models.",
};

/** The section headings of the page, by the first variable of each section. */
const headings: Partial<Record<SettingName, string>> = {
  PORT: 'HTTP',
  DATA_DIR: 'Database and keys',
  SIGN_IN_RATE: 'Sign-in',
  SMTP_URL: 'Mail, webhooks and support',
  LOG_LEVEL: 'Logs, metrics and traces',
  WORKER_CONCURRENCY: 'Jobs',
  STORAGE_URL: 'Files',
  TAX_RATES: 'Taxes, marketplaces and AI',
};

const table = '| Variable | Default | Allowed | Meaning |\n| --- | --- | --- | --- |';

/** Writes `docs/configuration.md`. */
export function configurationPage(): string {
  const lines = Object.entries(meanings).flatMap(([name, meaning]) => {
    const heading = headings[name as SettingName];
    const schema = environment.shape[name as SettingName];
    // Only a variable with a default accepts undefined, which it converts to the default.
    const usual = schema.safeParse(undefined).data;
    const row = `| \`${name}\` | ${usual === undefined ? '' : `\`${usual}\``} | ${schema.description} | ${meaning} |`;
    return heading ? ['', `## ${heading}`, '', table, row] : [row];
  });
  return `<!-- Generated by \`npm run generate\` from server/src/process/setting-meanings.ts. Do not edit. -->

# Configuration

The service reads these environment variables when it starts. An empty value counts as not set. With an invalid value, the service does not
start; the error lists each invalid variable with its allowed values and, except for secrets, its value.
${lines.join('\n')}
`;
}
