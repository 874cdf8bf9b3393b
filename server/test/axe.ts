import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Checks a page as it is shown now, and returns the broken rules with the elements.
 * @param without the rules that do not apply to what is shown
 */
export async function axeFindings(
  page: Page,
  without: readonly string[] = [],
): Promise<[rule: string, elements: string[]][]> {
  await page.evaluate(axe.source);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  const { violations } = await page.evaluate(
    (options) => (globalThis as unknown as { axe: typeof axe }).axe.run(options),
    { rules },
  );
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))]);
}
