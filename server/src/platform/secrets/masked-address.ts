import type { Finding } from '../errors.ts';
import { pointerOf } from '../records/json.ts';
import { looksRandom } from './random-text.ts';

const stars = '********';

/** Names of parameters that carry what lets somebody in: the whole name, its end, or a part of it. */
const secretName =
  /token|secret|signature|passw|passphrase|credential|authorization|^x-(amz|goog)-|(key|sig|pwd|jwt|hmac|sas)$|(^|[^a-z0-9])(pass|code|auth)$/i;
/** The other parameters of an address that a storage of files has signed: what is allowed, and until when. */
const besideSig = /^(sv|se|sp|st|sr|spr|sip|ss|srt|sks|skv|ske|skt|skoid|sktid)$/i;
/** A JSON Web Token, or long and of letters and digits without anything between them. */
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
 * A link of ours, by its form: it is made to be opened by whoever reads the record, and ends by itself. Whoever writes
 * an address of that form keeps no secret of anybody but himself in the open.
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

/** An address within the address. */
const holdsSecret = (value: string): boolean => /[?#@]/.test(value) && maskAddress(value) !== value;

/** The kinds of what is at an address: something that people open, or a program that takes what is sent there. */
export type AddressKind = 'document' | 'receiver';

/** Documents are named by UUIDs, and people are to open them; whoever knows those of a receiver can write to it. */
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
 * The address with stars in place of what only its receiver is to know: user name and password, parameters that are
 * secrets by their name or their form, and what is long and random in a path. Whatever else there is stays as it was
 * written.
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

/** Says what is wrong with an address that has stars where there was a secret: nothing can be reached by it. */
export const maskProblem = (address: string): string | undefined =>
  starred.test(address) ? 'has the stars that stand for a secret: send the address whole' : undefined;

/** An address that a reader sent back: where it is just what he was shown of a stored one, that counts. */
export const unmaskAddress = (address: string, stored: readonly string[], kind?: AddressKind): string =>
  address.includes(stars) ? (stored.find((one) => maskAddress(one, kind) === address) ?? address) : address;

/**
 * Masks the addresses in the fields of JSON text that the pattern names, and touches nothing else of it: no digit of a
 * number is lost. A field is a text or a list of texts.
 * @param within names of records, and of a field that is one of an address only there: what others answer
 */
export function createFieldMask(names: string, within: readonly (readonly [string, string])[] = []) {
  const text = '"(?:[^"\\\\]|\\\\.)*"';
  const inner = within.map(([record, name]) => `"${record}"\\s*:\\s*\\{[^{}]*?"${name}"`);
  const places = [`"(?:${names})"`, ...inner].join('|');
  const fields = new RegExp(`((?:${places})\\s*:\\s*)(${text}|\\[(?:\\s*${text}\\s*,?)*\\s*\\])`, 'g');
  const texts = new RegExp(text, 'g');
  // Most texts have no such field. This finds the ends of the names, and so what may have one, in a fraction of the time.
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
    /** A value that a reader sent back: where it has the masked form of what is stored, that counts. */
    unmask: <T>(value: T, stored: unknown): T => unmaskFields(value, stored, named) as T,
    /** Where the value has the masked form of an address that is not known. */
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

/** Puts the stored secrets back in a field. Of several that are masked alike, the one in the same place counts. */
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
    // Few texts have stars, and most of what there is are texts: no field's name is looked at before.
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
