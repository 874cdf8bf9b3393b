import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { type ConsoleWorld, openConsole, signIn } from '../../console-world.ts';

sayWhereThereIsNone('Sessions in the console were not tried');
let world: ConsoleWorld;
beforeAll(async () => {
  if (chromiumFile) world = await openConsole();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const end = (email: string) =>
  world.app.database.query(
    'DELETE FROM person_session WHERE person_id = (SELECT id FROM person WHERE email = $1)',
    [email],
  );

const inChromium = test.skipIf(!chromiumFile);

inChromium(
  'lives in memory: nothing of it is kept by the browser, and a reload renews it without a page',
  async () => {
    const desk = await world.desk();
    const page = await desk.open(world.at('/offers?status=DRAFT'));
    await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    expect(kept).toBe('[{},{},""]');
    const visited: string[] = [];
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
    expect(visited).toEqual([world.at('/offers')]);
    await desk.close();
  },
);

inChromium('whose token is refused is renewed once, and the call repeated', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at());
  await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
  let refusals = 0;
  await page.route('**/org/*/offer?*', (route) =>
    refusals++ === 0
      ? route.fulfill({ status: 401, contentType: 'application/json', body: '{"code":"unauthenticated"}' })
      : route.continue(),
  );
  const exchanged = page.waitForResponse('**/oauth2/token');
  await page.getByRole('link', { name: 'Offers' }).click();
  expect((await exchanged).status()).toBe(200);
  await page.getByText('No offers yet').waitFor();
  await desk.close();
});

inChromium('that was ended elsewhere leads to the sign-in page, and back to the same address', async () => {
  const desk = await world.desk();
  const page = await desk.open(world.at());
  await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
  await end(desk.email);
  await page.goto(world.at('/offers?status=DRAFT'));
  await page.locator('input[type=password]').waitFor();
  await signIn(page, desk.email);
  await page.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
  expect(new URL(page.url()).search).toBe('?status=DRAFT');
  await desk.close();
});

inChromium('ends in all tabs at once, and is no session any more', async () => {
  const desk = await world.desk();
  const [left, right] = [await desk.open(world.at()), await desk.open(world.at('/offers'))];
  await right.getByRole('heading', { level: 1, name: 'Offers' }).waitFor();
  await left.getByRole('button', { name: /^User / }).click();
  await left.getByRole('menuitem', { name: 'Sign out' }).click();
  for (const page of [left, right]) await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await right.goto(world.at('/offers'));
  await right.locator('input[type=password]').waitFor();
  await desk.close();
});

inChromium(
  'that ended while something is typed takes nothing away: it goes on once signed in beside it',
  async () => {
    const desk = await world.desk();
    const page = await desk.open(world.at('/offers/new'));
    page.on('dialog', (dialog) => void dialog.dismiss());
    await page.getByLabel('Name', { exact: true }).fill('Typed before the end');
    await end(desk.email);
    await desk.context.clearCookies();
    // Simulates the expiry of the token, which ends with the session.
    await page.route('**/draftOffer', (route) =>
      route.fulfill({ status: 401, contentType: 'application/json', body: '{"code":"unauthenticated"}' }),
    );
    const keep = page.getByRole('button', { name: 'Save as draft' });
    await keep.click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.unroute('**/draftOffer');
    const beside = await desk.open(world.at());
    await signIn(beside, desk.email);
    await beside.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
    await keep.click();
    await page.getByRole('heading', { level: 1, name: 'Typed before the end' }).waitFor();
    await desk.close();
  },
);
