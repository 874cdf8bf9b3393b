import { type Config, readConfig } from '../platform/system/config.ts';

/**
 * Reads the environment and runs the slices' validations, so that a start lists all problems together.
 * @throws ConfigError as `readConfig` does
 */
export async function readWholeConfig(variables: Record<string, string | undefined>): Promise<Config> {
  const { TAX_RATES, DISPLAY_NAMES, LOGO_DIR } = variables;
  if (!TAX_RATES && !DISPLAY_NAMES && !LOGO_DIR) return readConfig(variables);
  const [{ readTaxRates }, { readMarketplaceLogos, readMarketplaceNames }] = await Promise.all([
    import('../billing/index.ts'),
    import('../marketplaces/index.ts'),
  ]);
  return readConfig(variables, {
    TAX_RATES: readTaxRates,
    DISPLAY_NAMES: readMarketplaceNames,
    LOGO_DIR: readMarketplaceLogos,
  });
}
