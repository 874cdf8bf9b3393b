import { afterAll, beforeAll } from 'vitest';
import { expectAllCovered } from '../generated/closing.ts';
import { ofSales, triesFields } from '../generated/field-trials.ts';
import { guardedWithBody, type Session, startSession } from '../generated/session.ts';

let session: Session;
beforeAll(async () => {
  session = await startSession();
});
afterAll(() => session.stop());

triesFields(
  () => session,
  guardedWithBody.filter((operation) => !ofSales(operation)),
);

expectAllCovered(() => session);
