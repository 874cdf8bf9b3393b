import type { TestApp, TestOrganization } from '../harness.ts';
import type { Operation } from './operations.ts';

type StoredFile = { id: string; url: string };

/** Uploads a file as a form. */
export async function uploadFile(
  app: TestApp,
  org: TestOrganization,
  { content, name }: { content: string; name: string },
): Promise<StoredFile> {
  const form = new FormData();
  form.append('file', new File([content], name));
  const request = new Request(app.url, { method: 'POST', body: form });
  const reply = await app.request('POST', `/org/${org.id}/file`, {
    token: org.token,
    raw: new Uint8Array(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') as string },
  });
  if (reply.status !== 200) throw new Error(`no file: ${reply.text}`);
  return reply.body;
}

/** Uploads a text and returns the id of the file. */
export const uploadText = async (app: TestApp, org: TestOrganization): Promise<string> =>
  (await uploadFile(app, org, { content: 'Terms of use.', name: 'terms.txt' })).id;

/** Provides a file, and replaces a deleted file. */
export function createFileRecords(app: TestApp, org: TestOrganization) {
  let fileId: string | undefined;
  return {
    ids: async ({ path }: Operation) => {
      if (path.includes('{fileId}')) fileId ??= await uploadText(app, org);
      return fileId === undefined ? {} : { fileId };
    },
    used: ({ operationId }: Operation) => {
      if (operationId === 'deleteFile') fileId = undefined;
    },
  };
}
