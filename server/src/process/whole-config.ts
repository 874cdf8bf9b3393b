import { type Config, readConfig } from '../platform/system/config.ts';

/**
 * Reads the environment and checks what only a slice can read, so that a start lists every problem at once.
 * @throws ConfigError as `readConfig` does
 */
export async function readWholeConfig(variables: Record<string, string | undefined>): Promise<Config> {
  if (!variables.TAX_RATES) return readConfig(variables);
  const { readTaxRates } = await import('../billing/index.ts');
  return readConfig(variables, { TAX_RATES: readTaxRates });
}
