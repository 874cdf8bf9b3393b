import { createTestDatabase, startTestApp, testMasterKey } from '../harness.ts';

/**
 * Prepares a database with an organization, and the settings with which a service uses the database. Faster
 * than a first start, which creates a server. For tests that kill only services.
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

export type PreparedDatabase = Awaited<ReturnType<typeof prepareDatabase>>;
