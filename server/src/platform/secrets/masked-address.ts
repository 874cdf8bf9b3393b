import type { Finding } from '../errors.ts';
import { pointerOf } from '../records/json.ts';
import { looksRandom } from './random-text.ts';

const stars = '********';

/** Matches names of URL parameters that contain credentials, by the whole name, its end or a part. */
const secretName =
  /token|secret|signature|passw|passphrase|credential|authorization|^x-(amz|goog)-|(key|sig|pwd|jwt|hmac|sas)$|(^|[^a-z0-9])(pass|code|auth)$/i;
/** The additional parameters of a signed storage URL, such as its permissions and expiry. */
const besideSig = /^(sv|se|sp|st|sr|spr|sip|ss|srt|sks|skv|ske|skt|skoid|sktid)$/i;
/** Matches a JSON Web Token, or at least 24 letters and digits in a row. */
const tokenForm = /^(eyJ[\w.-]+|(?=.*\d)(?=.*[a-z])[a-z0-9]{24,})$/i;
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

/**
 * Matches signed links of this service. Such links stay unmasked, because they expire and are intended for readers of
 * the record. A caller who enters a URL of this format exposes only the caller's own secret.
 */
const ownLink = /\/public\/[^?#]*\?organization=[^&#]*&expires=\d+&signature=[\w-]+$/;

function maskParameter(parameter: string, isSigned: boolean): string {
  const at = parameter.indexOf('=');
  const [name, value] = [decoded(parameter.slice(0, Math.max(at, 0))), decoded(parameter.slice(at + 1))];
  if (value === '') return parameter;
  const isSecret =
    tokenForm.test(value) ||
    looksRandom(value) ||
    secretName.test(name) ||
    (isSigned && besideSig.test(name)) ||
    holdsSecret(value);
  return isSecret ? parameter.slice(0, at + 1) + stars : parameter;
}

/** Whether a parameter's value contains an address with a secret. */
const holdsSecret = (value: string): boolean => /[?#@]/.test(value) && maskAddress(value) !== value;

/** The type of a URL: a document that users open, or a receiver to which programs send data. */
export type AddressKind = 'document' | 'receiver';

/**
 * Whether a path segment is a secret. A UUID counts as a secret only in URLs of receivers, because URLs of documents
 * often contain UUIDs as names.
 */
const isSecretStep = (text: string, kind: AddressKind): boolean =>
  /^eyJ[\w-]+\.[\w.-]+$/.test(text) ||
  looksRandom(text.replace(uuid, '')) ||
  (kind === 'receiver' && text.search(uuid) >= 0);

function maskStep(step: string, kind: AddressKind): string {
  const [name = '', ...parameters] = step.split(';');
  return [
    isSecretStep(decoded(name), kind) ? stars : name,
    ...parameters.map((parameter) => maskParameter(parameter, false)),
  ].join(';');
}

/**
 * Masks the secrets in an address: user name and password, parameters that are secrets by their name or form, and long
 * random segments of the path. The rest of the address is not changed.
 */
export function maskAddress(address: string, kind: AddressKind = 'document'): string {
  if (ownLink.test(address)) return address;
  const [whole, origin = '', path = '', rest = ''] =
    /^(\s*[a-z][a-z0-9+.-]*:[\\/]{2}[^\\/?#]*)?([^?#]*)(.*)$/is.exec(address) ?? [];
  if (whole === undefined) return address;
  const host = origin.replace(/([\\/]{2}).*@/s, `$1${stars}@`);
  const steps = origin === '' ? path : path.replace(/[^\\/]+/g, (step) => maskStep(step, kind));
  const isSigned = /[?&;]sig=/i.test(address);
  const parameters = rest.replace(/[?#&;][^#&;]*/g, (part) => {
    return part[0] + maskParameter(part.slice(1), isSigned);
  });
  return host + steps + parameters;
}

const starred = /[=?&#;\\/]\*{8}([@&#;?\\/]|$)/;

/** Returns the error message for an address with a masked secret, which cannot be used. */
export const maskProblem = (address: string): string | undefined =>
  starred.test(address) ? 'contains a masked secret (********): send the complete address' : undefined;

/** Replaces a URL that a caller sent back by the stored URL, if the sent URL equals the masked stored URL. */
export const unmaskAddress = (address: string, stored: readonly string[], kind?: AddressKind): string =>
  address.includes(stars) ? (stored.find((one) => maskAddress(one, kind) === address) ?? address) : address;

/**
 * Creates functions that mask addresses in named fields of JSON text. A field is a text or a list of texts. The rest of
 * the text is unchanged, so numbers keep every digit.
 * @param names the pattern of the field names
 * @param within pairs of a record and a field that is a URL only within that record, for records of other systems
 */
export function createFieldMask(names: string, within: readonly (readonly [string, string])[] = []) {
  const text = '"(?:[^"\\\\]|\\\\.)*"';
  const inner = within.map(([record, name]) => `"${record}"\\s*:\\s*\\{[^{}]*?"${name}"`);
  const places = [`"(?:${names})"`, ...inner].join('|');
  const fields = new RegExp(`((?:${places})\\s*:\\s*)(${text}|\\[(?:\\s*${text}\\s*,?)*\\s*\\])`, 'g');
  const texts = new RegExp(text, 'g');
  // Most texts have no such field. This pattern of name endings excludes these texts in a fraction of the time.
  const ends = [
    ...names.split('|').map((name) => `${name.replace(/^(\\w\*)/, '')}"`),
    ...within.map(([record]) => `"${record}"`),
  ];
  const hint = new RegExp(ends.join('|'));
  const named = new RegExp(`^(?:${names})$`);
  const maskText = (quoted: string): string => {
    const address = JSON.parse(quoted) as string;
    const masked = maskAddress(address);
    return masked === address ? quoted : JSON.stringify(masked);
  };
  return {
    mask: <T extends string | null | undefined>(json: T): T =>
      (json && hint.test(json)
        ? json.replace(fields, (_, name: string, value: string) => name + value.replace(texts, maskText))
        : json) as T,
    /** Replaces masked URLs in a value that a caller sent back by the stored URLs. */
    unmask: <T>(value: T, stored: unknown): T => unmaskFields(value, stored, named) as T,
    /** Returns findings for the masked URLs that remain in a value. */
    findings: (value: unknown): Finding[] => {
      const findings: Finding[] = [];
      findMasked(value, { path: [], named, findings }, false);
      return findings;
    },
  };
}

function unmaskFields(value: unknown, stored: unknown, named: RegExp): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const known = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  if (Array.isArray(value)) return value.map((item, index) => unmaskFields(item, known[index], named));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      named.test(name) ? unmaskField(item, known[name]) : unmaskFields(item, known[name], named),
    ]),
  );
}

/**
 * Restores the stored addresses in a field. Among several addresses with the same masked form, the address at the same
 * index is used.
 */
function unmaskField(value: unknown, stored: unknown): unknown {
  const known = [stored].flat().filter((one) => typeof one === 'string');
  if (typeof value === 'string') return unmaskAddress(value, known);
  if (!Array.isArray(value)) return value;
  return value.map((item, index) =>
    typeof item === 'string' ? unmaskAddress(item, [known[index] ?? '', ...known]) : item,
  );
}

type Search = { path: string[]; named: RegExp; findings: Finding[] };

function findMasked(value: unknown, search: Search, isNamed: boolean): void {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const name of Object.keys(value)) {
    const item: unknown = (value as Record<string, unknown>)[name];
    // The mask is checked before the field name, because most values are texts without a mask.
    const isDeeper = typeof item === 'object' && item !== null;
    if (!isDeeper && !(typeof item === 'string' && item.includes(stars))) continue;
    const isNamedHere = isList ? isNamed : search.named.test(name);
    search.path.push(name);
    const message = typeof item === 'string' && isNamedHere ? maskProblem(item) : undefined;
    if (message) search.findings.push({ pointer: pointerOf(search.path), message });
    if (isDeeper) findMasked(item, search, isNamedHere);
    search.path.pop();
  }
}
