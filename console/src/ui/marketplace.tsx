import { marketplaceName, partnerOf } from './marketplaces.ts';

/** A marketplace with its logo or mark, and its name; without a marketplace, a direct sale. */
export const Marketplace = ({ of }: { of: string | null | undefined }) => (
  <span className="inline-flex max-w-full align-bottom items-center gap-1.5 whitespace-nowrap">
    {of && <Mark of={of} />}
    <span className="truncate">{marketplaceName(of)}</span>
  </span>
);

function Mark({ of }: { of: string }) {
  const { mark = of.slice(0, 1), logo } = partnerOf(of) ?? {};
  if (logo) return <img src={logo} alt="" className="size-4.5 shrink-0 rounded-sm object-contain" />;
  return (
    <span
      aria-hidden="true"
      className="inline-grid size-4.5 shrink-0 place-items-center rounded-sm bg-raised text-[0.625rem] leading-none font-bold text-quiet"
    >
      {mark}
    </span>
  );
}
