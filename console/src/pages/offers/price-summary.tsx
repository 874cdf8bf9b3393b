import { useFilling } from '../../ui/form/context.ts';
import { priceInWords } from './price-words.ts';

/** The prices of the offer in words, with their amounts, as the user types. The space is the same without prices. */
export function PriceSummary() {
  const record = useFilling((filling) => filling.record);
  const words = priceInWords(record);
  return (
    <output className="grid min-h-12 content-center rounded-md bg-raised px-3 py-2 tabular-nums wrap-anywhere">
      {words ? (
        <>
          {words.lines.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two commits may read the same
            <span key={at}>{line}</span>
          ))}
          {words.total && <strong>Total: {words.total}</strong>}
        </>
      ) : (
        <span className="text-quiet">The amounts appear here once a commit has a unit price.</span>
      )}
    </output>
  );
}
