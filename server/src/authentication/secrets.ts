import { createHash, randomBytes } from 'node:crypto';

/** Makes a secret of 256 random bits: they cannot be guessed, so a fast hash is enough to keep them by. */
export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`;

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
