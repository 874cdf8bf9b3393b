import type { IntegrationSetupValue } from '@tradepost/sdk';

/** A step of a setup in Markdown, with the values that are entered in it. */
export type SetupStep = { text: string; values: readonly IntegrationSetupValue[] };

/**
 * Splits the steps of a setup at their headings. Each value belongs to the step that mentions it first, and in the text,
 * the label of a value replaces its name. A value that no step mentions belongs to the last step.
 */
export function stepsOf(steps: string, values: readonly IntegrationSetupValue[]): SetupStep[] {
  const [first = '', ...parts] = steps.split(/^(?=## )/m);
  const texts = [first, ...parts];
  const placeOf = ({ name = '' }: IntegrationSetupValue): number => {
    const found = parts.findIndex((text) => text.includes(codeOf(name)));
    return found < 0 ? texts.length - 1 : found + 1;
  };
  return texts.map((text, at) => ({
    text: values.reduce(
      (all, { name = '', label }) => (label ? all.replaceAll(codeOf(name), `**${label}**`) : all),
      text,
    ),
    values: values.filter((value) => placeOf(value) === at),
  }));
}

const codeOf = (name: string): string => `\`${name}\``;
