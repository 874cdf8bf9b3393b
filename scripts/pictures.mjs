import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, root } from './ready.mjs';

/**
 * Takes the screenshots of the README: `npm run pictures -- LINK`, with a link printed by the first start of a service
 * or by `npx tradepost invite`. The organization must be new and unchanged.
 */
const [link] = process.argv.slice(2);
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (file) => file && existsSync(file),
);
if (!link || !executablePath) {
  process.stderr.write(
    link ? 'Chromium was not found; set CHROMIUM to its path.\n' : 'Usage: npm run pictures -- LINK\n',
  );
  process.exit(2);
}
ensureInstalled();
const { chromium } = await import('playwright-core');
const folder = path.join(root, 'docs/pictures');
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  locale: 'en-GB',
  timezoneId: 'UTC',
});
const picture = (name) => page.screenshot({ path: path.join(folder, `${name}.png`) });
await page.goto(link);
await page.getByLabel('Your e-mail address').fill('ann@example.com');
await page.getByLabel('Your name').fill('Ann Lee');
await page.getByLabel(/password/).fill('a password for pictures');
await page.keyboard.press('Enter');
await page.getByRole('link', { name: 'New offer' }).first().click();
await page.getByLabel('Name', { exact: true }).fill('First offer');
await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Price' }).click();
await page.getByLabel('Unit price', { exact: true }).fill('1200');
await page.getByRole('button', { name: 'Create offer' }).click();
await page.getByText('Pending acceptance', { exact: true }).waitFor();
await page.getByText('Unavailable actions').waitFor();
await picture('offer');
await page.getByRole('button', { name: 'Accept as buyer' }).click();
await page.locator('section', { hasText: 'Entitlements' }).getByRole('link').first().click();
await page.getByRole('heading', { name: 'Due next' }).waitFor();
await page.getByText('Created (active)').waitFor();
await page.getByText('Unavailable actions').waitFor();
await picture('entitlement');
await browser.close();
