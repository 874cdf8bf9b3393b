import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { IntegrationSettings } from '../credentials.ts';
import { isGuid } from './addresses.ts';

/** Proof of the application's identity: its secret, or a certificate whose key signs assertions. */
export type Proof =
  | { kind: 'secret'; secret: string }
  | { kind: 'certificate'; key: KeyObject; thumbprint: string };

/** Settings of the connection that a seller enters. */
export type Settings = {
  tenantId: string;
  clientId: string;
  proof: Proof;
  /** End of the certificate, or of the secret if the seller entered it. RFC 3339. */
  secretEndTime: string | undefined;
};

export type SettingsProblem = { name: string; message: string };
type Problem = (name: string, message: string) => void;

const names = ['tenantID', 'clientID', 'clientSecret', 'certificate', 'privateKey', 'expiryTime'] as const;
type Given = Partial<Record<(typeof names)[number], string>>;

/**
 * Reads the settings of an integration: `info.mkBIntegration` has `tenantID`, `clientID` and `expiryTime`, the
 * end of the secret; `credentials` has `clientSecret`, or `certificate` and `privateKey`. All of them are also
 * accepted in `credentials` and in `info.mkBIntegration.credential`.
 */
export function readSettings({ info, credentials }: IntegrationSettings): Settings | SettingsProblem[] {
  const shown = asRecord(info.mkBIntegration);
  const entered = { ...shown, ...asRecord(shown.credential), ...credentials };
  const problems: SettingsProblem[] = misspelt(entered);
  const problem: Problem = (name, message) => void problems.push({ name, message });
  const given: Given = {};
  for (const name of names) {
    const value = entered[name];
    if (typeof value === 'string' && value.trim() !== '') given[name] = value.trim();
    else if (value !== undefined && value !== null && typeof value !== 'string')
      problem(name, `The setting ${name} must be text.`);
  }
  const { tenantID = '', clientID = '' } = given;
  if (!isGuid(tenantID))
    problem('tenantID', 'Enter the directory (tenant) ID as the registration shows it, not a domain name.');
  if (!isGuid(clientID))
    problem('clientID', 'Enter the application (client) ID as the registration shows it.');
  const proof = proofOf(given, problem);
  const secretEndTime = proof?.endTime ?? timeOf(given.expiryTime, problem);
  if (problems.length > 0 || !proof) return problems;
  return {
    tenantId: tenantID.toLowerCase(),
    clientId: clientID.toLowerCase(),
    proof: proof.proof,
    secretEndTime,
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** Finds misspelled setting names, which would otherwise be ignored silently. Unrelated names are allowed. */
function misspelt(entered: Record<string, unknown>): SettingsProblem[] {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return Object.keys(entered).flatMap((name) => {
    if ((names as readonly string[]).includes(name)) return [];
    const meant = names.find((known) => plain(known) === plain(name));
    return meant ? [{ name, message: `The setting ${name} must be spelled ${meant}.` }] : [];
  });
}

type FoundProof = { proof: Proof; endTime?: string };

function proofOf({ clientSecret, certificate, privateKey }: Given, problem: Problem): FoundProof | undefined {
  if (clientSecret !== undefined && certificate !== undefined) {
    problem('certificate', 'Enter either clientSecret, or certificate and privateKey.');
    return undefined;
  }
  if (certificate !== undefined) return certificateProof(certificate, privateKey, problem);
  if (clientSecret === undefined) {
    problem('clientSecret', "Enter the application's client secret, or certificate and privateKey.");
    return undefined;
  }
  if (isGuid(clientSecret)) {
    problem('clientSecret', 'Enter the value of the client secret, not its ID.');
    return undefined;
  }
  return { proof: { kind: 'secret', secret: clientSecret } };
}

/** The shortest key with which an assertion can be signed. */
const fewestBits = 2048;

/** Reads a certificate and its key. The messages contain no part of the entered text. */
function certificateProof(
  certificate: string,
  privateKey: string | undefined,
  problem: Problem,
): FoundProof | undefined {
  const found = attempt(() => new X509Certificate(certificate));
  if (!found) problem('certificate', 'Enter the certificate in PEM format: -----BEGIN CERTIFICATE-----.');
  const endMs = Date.parse(found?.validTo ?? '');
  if (found && Number.isNaN(endMs)) problem('certificate', 'The end of the certificate cannot be read.');
  const key = attempt(() => createPrivateKey(privateKey ?? ''));
  if (key?.asymmetricKeyType !== 'rsa')
    problem('privateKey', 'Enter the RSA private key of the certificate in PEM format, without a password.');
  else if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < fewestBits)
    problem('privateKey', `The private key is too short: the sign-in needs at least ${fewestBits} bits.`);
  else if (found && !found.checkPrivateKey(key))
    problem('privateKey', 'The private key does not belong to the certificate.');
  if (!found || !key || Number.isNaN(endMs)) return undefined;
  const thumbprint = Buffer.from(found.fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
  return {
    proof: { kind: 'certificate', key, thumbprint },
    endTime: new Date(endMs).toISOString(),
  };
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function timeOf(text: string | undefined, problem: Problem): string | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) problem('expiryTime', 'Enter the end of the secret as a date, such as 2027-05-31.');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
