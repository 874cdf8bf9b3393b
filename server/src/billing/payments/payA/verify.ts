import type { CredentialsVerdict } from '../../../marketplaces/index.ts';
import { type Account, createClient } from './client.ts';

/** Asks Stripe for one payment, which changes nothing, to learn whether it takes the key. @throws where it cannot be asked */
export async function verifyAccount(account: Account): Promise<CredentialsVerdict> {
  try {
    const client = await createClient(account);
    await client.paymentIntents.list({ limit: 1 });
    return { verified: true };
  } catch (error) {
    const { statusCode, message } = error as { statusCode?: number; message?: string };
    if (statusCode !== 401 && statusCode !== 403) throw error;
    return { verified: false, message: message ?? 'The key is not taken.' };
  }
}
