import { card, type PageFact, pageTable } from '../platform/http/branded-page.ts';
import { type Html, html } from '../platform/http/pages.ts';
import type { BuyerViewPrice } from './views/prices.ts';

/** A name with a description below it. */
export const described = (name: string, description: string | undefined): string | Html =>
  description ? html`${name}<br><span class="quiet small">${description}</span>` : name;

/** Lists prices with their descriptions, then further facts; nothing without prices. */
export const pricesCard = (
  heading: string,
  prices: readonly BuyerViewPrice[],
  more: readonly PageFact[] = [],
): Html[] =>
  prices.length + more.length === 0
    ? []
    : [
        card(
          heading,
          html`<dl>${[
            ...prices.map(({ name, description, price }) => ({ name, value: described(price, description) })),
            ...more,
          ].map(({ name, value }) => html`<dt dir="auto">${name}</dt><dd dir="auto">${value}</dd>`)}</dl>`,
        ),
      ];

/** Lists the payments of a schedule; nothing without payments. */
export const instalmentsCard = (instalments: readonly { day: string; amount: string }[]): Html[] =>
  instalments.length === 0
    ? []
    : [
        card(
          'Instalments',
          pageTable({
            columns: [{ name: 'Date' }, { name: 'Amount', isNumber: true }],
            rows: instalments.map(({ day, amount }) => [day, amount]),
          }),
        ),
      ];
