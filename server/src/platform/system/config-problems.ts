import { usualRoles } from '../database/roles.ts';
import { environment, type SettingName, secretSettings, urlSettings } from './settings.ts';

/**
 * Validations of variables in other parts of the service, which throw an error that begins with the variable's name.
 */
export type Checks = Partial<Record<SettingName, (value: string) => unknown>>;

type EnvironmentValues = Readonly<Record<string, string>>;
type Issue = Readonly<{ path: readonly PropertyKey[] }>;

export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(problems: readonly string[]) {
    super(['Invalid environment variables:', ...problems].join('\n'));
  }
}

/** Lists all problems of the environment, one line each, beginning with the variable's name. */
export function problemsOf(given: EnvironmentValues, issues: readonly Issue[], checks: Checks): string[] {
  const invalid = new Set(issues.map(({ path }) => String(path[0]) as SettingName));
  const values = [...invalid].map(
    (name) => `${name}: must be ${environment.shape[name].description}.${shown(name, given[name])}`,
  );
  const checked = Object.entries(checks).flatMap(([name, check]) => {
    const value = given[name];
    if (value === undefined || invalid.has(name as SettingName)) return [];
    const problem = messageOf(() => check(value));
    return problem === undefined ? [] : [`${problem}.${shown(name as SettingName, value)}`];
  });
  return [...values, ...checked, ...combinationProblems(given, invalid)];
}

const longestShown = 80;

/** Returns the value of a variable for a message; secrets are omitted. */
function shown(name: SettingName, value = ''): string {
  if (secretSettings.includes(name)) return ' Value: not shown.';
  const open = urlSettings.includes(name) ? value.replace(/^.*@/s, '…@').replace(/\?.*/s, '?…') : value;
  const text = open.length > longestShown ? `${open.slice(0, longestShown)}…` : open;
  return ` Value: ${JSON.stringify(text)}.`;
}

function messageOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message.replace(/\.$/, '');
  }
}

/** Lists problems with combinations of variables: missing required variables and contradictions. */
function combinationProblems(given: EnvironmentValues, invalid: ReadonlySet<SettingName>): string[] {
  const problems: string[] = [];
  if (given.DATABASE_URL && !given.MASTER_KEY)
    problems.push(
      `MASTER_KEY: is required with DATABASE_URL. It must be ${environment.shape.MASTER_KEY.description}.`,
    );
  const app = given.DATABASE_APP_ROLE ?? usualRoles.app;
  const system = given.DATABASE_SYSTEM_ROLE ?? usualRoles.system;
  if (app === system)
    problems.push(`DATABASE_SYSTEM_ROLE: must differ from DATABASE_APP_ROLE. Value: "${system}".`);
  for (const names of requiredTogether) {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length > 0 && missing.length < names.length)
      problems.push(`${missing.join(', ')}: required, because ${names.join(', ')} are required together.`);
  }
  return [...problems, ...(invalid.has('STORAGE_URL') ? [] : bucketProblems(given))];
}

const requiredTogether: readonly (readonly SettingName[])[] = [
  ['SUPPORT_REPLY_TO', 'SUPPORT_MAIL_SECRET'],
  ['AI_URL', 'AI_KEY', 'AI_MODEL', 'AI_PRICES'],
  ['MKA_ACCESS_KEY_ID', 'MKA_SECRET_ACCESS_KEY', 'MKA_PRINCIPAL'],
];

function bucketProblems({ STORAGE_URL: address, ...given }: EnvironmentValues): string[] {
  if (address === undefined || address.startsWith('file:')) return [];
  const hasBucket = new URL(address).pathname.replace(/\/+$/, '') !== '';
  const keys = ['STORAGE_ACCESS_KEY_ID', 'STORAGE_SECRET_ACCESS_KEY'].filter((name) => !given[name]);
  return [
    ...(hasBucket
      ? []
      : [`STORAGE_URL: must name a bucket, such as https://host/bucket.${shown('STORAGE_URL', address)}`]),
    ...(keys.length > 0 ? [`${keys.join(', ')}: required, because STORAGE_URL is a bucket.`] : []),
  ];
}
