import { createHmac, randomBytes } from 'node:crypto';

/** The time-based one-time passwords (RFC 6238) as authenticator apps generate them: SHA-1, 6 digits, 30 seconds. */
const stepSeconds = 30;
const digits = 6;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes in base32 (RFC 4648) without padding. */
export function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

/** Creates a secret of 160 bits, the length that RFC 4226 recommends. */
export const newTotpSecret = (): Buffer => randomBytes(20);

export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / stepSeconds);

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) as number) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the time step of a code, at most one step before or after the current step; undefined for a wrong code. */
export const matchingStep = (secret: Buffer, code: string, now: Date): number | undefined =>
  [0, -1, 1].map((shift) => stepAt(now) + shift).find((step) => totpCode(secret, step) === code);

/** Creates the URI that authenticator apps read from a QR code. */
export function otpauthUri(secret: Buffer, account: string): string {
  const label = `Tradepost:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Tradepost&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
}
