const plain = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 8 });

/** Formats an amount whose currency is decided later, such as by the entitlement that an addon is applied to. */
export const amountOf = (amount: number | undefined): string =>
  amount === undefined ? '–' : plain.format(amount);
