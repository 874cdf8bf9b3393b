import { createPrivateKey } from 'node:crypto';

/** The part of a service account's key file that the service uses. */
export type ServiceKey = {
  email: string;
  keyId: string | undefined;
  /** PEM. */
  privateKey: string;
  /** The project in the service account's e-mail address, if any. */
  projectId: string | undefined;
};

export type KeyProblem = 'MISSING' | 'NOT_JSON' | 'OTHER_TYPE' | 'INCOMPLETE' | 'NOT_A_KEY';

type KeyFile = Partial<Record<'type' | 'client_email' | 'private_key_id' | 'private_key', unknown>>;

const serviceAccount = /^[a-z0-9-]{1,64}@(?:([a-z0-9-]+)\.iam|[a-z0-9.-]+)\.gserviceaccount\.com$/;

/**
 * Reads a key file, as an object or as text. Only the e-mail address, the key id and the private key are used: the other
 * members are addresses, and a tenant could make the service call addresses of their choice.
 */
export function readKey(given: unknown): ServiceKey | KeyProblem {
  if (given === undefined || given === null || given === '') return 'MISSING';
  const file = fileOf(given);
  if (!file) return 'NOT_JSON';
  if (file.type !== 'service_account') return 'OTHER_TYPE';
  const { client_email: email, private_key_id: keyId, private_key: privateKey } = file;
  const [matched, projectId] = typeof email === 'string' ? (serviceAccount.exec(email) ?? []) : [];
  if (!matched || typeof privateKey !== 'string' || privateKey === '') return 'INCOMPLETE';
  const pem = pkcs8Of(privateKey);
  if (pem === undefined) return 'NOT_A_KEY';
  const isKeyId = typeof keyId === 'string' && /^[0-9a-f]{1,64}$/.test(keyId);
  return { email: matched, keyId: isKeyId ? keyId : undefined, privateKey: pem, projectId };
}

function fileOf(given: unknown): KeyFile | undefined {
  const value = typeof given === 'string' ? parse(given) : given;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The shortest key with which the sign-in can be signed. */
const fewestBits = 2048;

/** Converts an RSA key to the form that the sign-in uses; undefined for another or a too short key. */
function pkcs8Of(pem: string): string | undefined {
  try {
    const key = createPrivateKey(pem);
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType !== 'rsa' || modulusLength < fewestBits) return undefined;
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    return undefined;
  }
}
