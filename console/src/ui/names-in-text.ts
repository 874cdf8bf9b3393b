import { marketplaceName } from './marketplaces.ts';

/**
 * Replaces the codes and the usual names of marketplaces in a text of the service with their names, which the operator
 * may have configured.
 */
export const withNames = (text: string): string =>
  text
    .replaceAll(/\b([Tt]he )?([Mm]arketplace )?(MK[A-F])\b/g, (...found) => marketplaceName(found[3]))
    .replaceAll(/\b[Mm]arketplace ([A-F])\b/g, (usual, letter) => {
      const name = marketplaceName(`MK${letter}`);
      return name === `Marketplace ${letter}` ? usual : name;
    });
