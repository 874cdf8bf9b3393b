import { marketplaceName, marketplaces } from './marketplaces.ts';

/** A marketplace with its mark and name; without a marketplace, a direct sale. */
export const Marketplace = ({ of }: { of: string | null | undefined }) => (
  <span className="inline-flex max-w-full items-center gap-1.5 whitespace-nowrap">
    {of && (
      <span
        aria-hidden="true"
        className="inline-grid size-4.5 shrink-0 place-items-center rounded-sm bg-raised text-[0.625rem] leading-none font-bold text-quiet"
      >
        {marketplaces[of]?.mark ?? of.slice(0, 1)}
      </span>
    )}
    {marketplaceName(of)}
  </span>
);
