export const AgreementType = 'PurchaseAgreement';

/**
 * Returns whether a text has the format of an agreement id. The service would reject other ids with a
 * validation error.
 */
export const isAgreementId = (text: string): boolean => /^[A-Za-z0-9_/-]{1,64}$/.test(text);

/** Reads all pages, including empty pages. */
export async function readAllPages<Item>(
  page: (
    token: string | undefined,
  ) => Promise<{ items: readonly Item[] | undefined; next: string | undefined }>,
): Promise<Item[]> {
  const found: Item[] = [];
  let token: string | undefined;
  do {
    const { items = [], next } = await page(token);
    found.push(...items);
    token = next;
  } while (token);
  return found;
}
