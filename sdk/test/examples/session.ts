/** Represents the storage of a signed-in person’s token. */
export const session = { baseUrl: process.env.TRADEPOST_URL ?? '', token: 'one that has ended' };

export async function renew(rejected: string): Promise<string> {
  if (session.token === rejected) session.token = process.env.TRADEPOST_PERSON ?? '';
  return session.token;
}
