import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { chromiumFile, sayWhereThereIsNone } from '../../chromium.ts';
import { button, confirm, heading } from '../../console-page.ts';
import { type ConsoleWorld, type Desk, openConsole } from '../../console-world.ts';

sayWhereThereIsNone('Members and roles were not tried in the console');
let world: ConsoleWorld;
beforeAll(async () => {
  if (chromiumFile) world = await openConsole();
});
afterAll(() => world?.stop());
afterEach(() => expect(world?.complaints() ?? []).toEqual([]));

const memberOf = async ({ email }: Desk) => (await world.call('GET', `user?email=${email}`))[0];
const allowing = (page: Page, noun: string, what: string) =>
  page.getByRole('group', { name: noun, exact: true }).getByLabel(what);

const inChromium = test.skipIf(!chromiumFile);

inChromium('a member is found and given another role, which counts at once', async () => {
  const [admin, other] = await Promise.all([world.desk('ADMIN'), world.desk('VIEWER')]);
  const theirs = await other.open(world.at('/offers'));
  await heading(theirs, 'Offers');
  expect(await theirs.getByRole('link', { name: 'New offer' }).count()).toBe(0);
  const { name } = await memberOf(other);
  const page = await admin.open(world.at('/members'));
  await page.getByLabel('Search').fill(other.email);
  await expect.poll(() => page.url()).toContain('search=');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('link', { name, exact: true }).click();
  await heading(page, name);
  expect(await button(page, 'Change role').getAttribute('title')).toContain('has');
  await page.getByLabel('Role', { exact: true }).selectOption('EDITOR');
  await button(page, 'Change role').click();
  await page.getByRole('link', { name: 'EDITOR', exact: true }).waitFor();
  await theirs.getByRole('link', { name: 'New offer' }).waitFor();
  await button(page, 'Remove').click();
  await confirm(page, 'Remove');
  await heading(page, 'Members');
  expect(await memberOf(other)).toBeUndefined();
  await Promise.all([admin.close(), other.close()]);
});

inChromium('the last ADMIN is told in words why it stays one, and stays', async () => {
  const desk = await world.desk('ADMIN');
  const me = await memberOf(desk);
  for (const { id } of await world.call('GET', 'user?role=ADMIN'))
    if (id !== me.id) await world.call('DELETE', `user/${id}`);
  const page = await desk.open(world.at(`/members/${me.id}`));
  await page.getByText('This is you.').waitFor();
  await page.getByLabel('Role', { exact: true }).selectOption('VIEWER');
  await button(page, 'Change role').click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Become VIEWER' }).click();
  await question.getByText('Make another member ADMIN first.').waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await button(page, 'Leave organization').click();
  await question.getByRole('button', { name: 'Leave organization' }).click();
  await question.getByText('Make another member ADMIN first.').waitFor();
  expect(await memberOf(desk)).toMatchObject({ id: me.id, role: 'ADMIN' });
  await desk.close();
});

inChromium('an invitation is sent again, given another role, and withdrawn', async () => {
  const desk = await world.desk('ADMIN');
  const page = await desk.open(world.at('/members'));
  await page.getByLabel('E-mail address').fill('late@example.com');
  await button(page, 'Invite').click();
  await page.getByText('Invitation sent.').waitFor();
  await page.getByLabel('State').selectOption('INVITED');
  await page.getByRole('link', { name: 'late@example.com', exact: true }).click();
  await heading(page, 'late@example.com');
  await button(page, 'Resend invitation').click();
  await page.getByText('The link in the earlier mail has expired.').waitFor();
  const mails = async () => (await world.app.mails()).filter(({ to }) => to[0] === 'late@example.com');
  await expect.poll(async () => (await mails()).length).toBe(2);
  await page.getByLabel('Role', { exact: true }).selectOption('EDITOR');
  await button(page, 'Change role').click();
  await page.getByRole('link', { name: 'EDITOR', exact: true }).waitFor();
  await button(page, 'Revoke invitation').click();
  await confirm(page, 'Revoke invitation');
  await heading(page, 'Members');
  expect(await world.call('GET', 'user?email=late@example.com')).toEqual([]);
  await desk.close();
});

inChromium('a role is made, changed, given, kept while somebody has it, and deleted', async () => {
  const desk = await world.desk('ADMIN');
  const page = await desk.open(world.at('/roles'));
  await page.getByRole('link', { name: 'New role' }).click();
  await page.getByLabel('Name').fill('field sales');
  await button(page, 'Create role').click();
  await expect.poll(() => page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Name').fill('field_sales');
  await allowing(page, 'Offers', 'Read').check();
  await allowing(page, 'Offers', 'Write').check();
  await button(page, 'Create role').dblclick();
  await heading(page, 'FIELD_SALES');
  expect((await world.call('GET', 'role/FIELD_SALES')).permissions).toEqual([
    'organization:read',
    'offers:read',
    'offers:write',
  ]);
  expect(await button(page, 'Change role').getAttribute('aria-disabled')).toBe('true');
  await page.getByLabel('Description').fill('Sells outdoors.');
  await allowing(page, 'Offers', 'Write').uncheck();
  await button(page, 'Change role').click();
  await page.getByText('Role changed.').waitFor();
  expect(await world.call('GET', 'role/FIELD_SALES')).toMatchObject({
    description: 'Sells outdoors.',
    permissions: ['organization:read', 'offers:read'],
  });
  const { id } = await world.call('POST', 'user', { email: 'field@example.com', role: 'FIELD_SALES' });
  await page.getByRole('link', { name: 'field@example.com' }).waitFor();
  const question = page.getByRole('alertdialog');
  await button(page, 'Delete role').click();
  await question.getByRole('button', { name: 'Delete role' }).click();
  await question.getByText('Assign another role to its members and API clients first.').waitFor();
  await world.call('DELETE', `user/${id}`);
  await question.getByRole('button', { name: 'Delete role' }).click();
  await heading(page, 'Roles');
  await page.getByRole('link', { name: 'ADMIN' }).waitFor();
  expect(await page.getByRole('link', { name: 'FIELD_SALES' }).count()).toBe(0);
  await desk.close();
});

inChromium('two people on one role: nothing is overwritten, nothing typed is lost', async () => {
  await world.call('POST', 'role', { name: 'SHARED', permissions: ['offers:read'] });
  const desk = await world.desk('ADMIN');
  const page = await desk.open(world.at('/roles/SHARED'));
  await page.getByLabel('Description').fill('Typed here');
  await world.call('PATCH', 'role/SHARED', { description: 'Changed there' });
  await page.getByText('Another member has changed the role. Your changes').waitFor();
  expect(await page.getByLabel('Description').inputValue()).toBe('Typed here');
  await button(page, 'Change role').click();
  await page.getByRole('alert').getByText('Another member has changed this record').waitFor();
  expect((await world.call('GET', 'role/SHARED')).description).toBe('Changed there');
  await button(page, 'Show the current version').click();
  expect(await page.getByLabel('Description').inputValue()).toBe('Changed there');
  await desk.close();
});

inChromium('nobody gives what it has not: what cannot be given or changed says why', async () => {
  const permissions = ['members:read', 'members:write', 'audit:read', 'offers:read', 'reports:read'];
  await world.call('POST', 'role', { name: 'STAFF', permissions });
  const other = await world.desk('EDITOR');
  const editor = await memberOf(other);
  const staff = await world.desk('STAFF' as 'ADMIN');
  const page = await staff.open(world.at('/roles/new?like=EDITOR'));
  await page.getByText('You can grant only permissions').waitFor();
  const write = allowing(page, 'Offers', 'Write');
  expect(await write.getAttribute('aria-disabled')).toBe('true');
  await write.focus();
  await page.keyboard.press('Space');
  expect(await write.isChecked()).toBe(false);
  expect(await allowing(page, 'Offers', 'Read').isChecked()).toBe(true);
  await page.goto(world.at('/roles/EDITOR'));
  await page.getByText('It cannot be changed, but you can copy it.').waitFor();
  await page.goto(world.at(`/members/${editor.id}`));
  await heading(page, editor.name);
  const remove = button(page, 'Remove');
  await expect
    .poll(() => remove.getAttribute('title'))
    .toContain('The role EDITOR allows what yours does not');
  await expect.poll(() => page.locator('option[value=ADMIN]').isDisabled()).toBe(true);
  await page.goto(world.at('/clients'));
  await page.getByText('Your role does not allow this').waitFor();
  const theirs = await other.open(world.at(`/members/${editor.id}`));
  await theirs.getByText('This is you.').waitFor();
  expect(await button(theirs, 'Change role').getAttribute('title')).toContain('members:write');
  expect(await button(theirs, 'Leave organization').getAttribute('aria-disabled')).toBeNull();
  await button(theirs, 'Leave organization').click();
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Leave organization' }).click();
  await theirs.getByText('You are not a member of an organization yet').waitFor();
  await Promise.all([staff.close(), other.close()]);
});
