import { createHash, randomBytes } from 'node:crypto';

/**
 * Creates a secret of 256 random bits, which cannot be guessed, so that a fast hash is sufficient for storing the
 * secret.
 */
export const newSecret = (prefix: string): string => `${prefix}_${randomBytes(32).toString('base64url')}`;

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
