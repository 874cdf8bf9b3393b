import { type Config, readConfig } from '../platform/system/config.ts';

/**
 * Reads the environment and runs the slices' validations, so that a start lists all problems together.
 * @throws ConfigError as `readConfig` does
 */
export async function readWholeConfig(variables: Record<string, string | undefined>): Promise<Config> {
  if (!variables.TAX_RATES) return readConfig(variables);
  const { readTaxRates } = await import('../billing/index.ts');
  return readConfig(variables, { TAX_RATES: readTaxRates });
}
