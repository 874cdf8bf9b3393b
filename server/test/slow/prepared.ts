import { createTestDatabase, startTestApp, testMasterKey } from '../harness.ts';

/**
 * A database with an organization, and what a program needs to work on it. Quicker than a first start, which makes a
 * server: for tests that kill programs and never the database.
 */
export async function prepareDatabase() {
  const database = await createTestDatabase();
  const app = await startTestApp({ database });
  const { id, client } = await app.organization();
  await app.stop();
  return {
    database,
    environment: { DATABASE_URL: database.connectionString, MASTER_KEY: testMasterKey },
    credentials: { orgId: id, clientId: client.id, clientSecret: client.secret },
  };
}

export type Prepared = Awaited<ReturnType<typeof prepareDatabase>>;
