type FeatureList = { featureName?: string; name?: string }[];

type ProductInfo = {
  mkCProduct?: {
    features?: FeatureList;
    listingSpec?: { purchaseSpec?: { features?: FeatureList } };
  };
};

/** Finds features of the offer that are missing from the product's feature list, if the product has a list (R26). */
export function missingFeatures(
  { mkCFeatures = [] }: { mkCFeatures?: readonly { featureName?: string }[] },
  { mkCProduct }: ProductInfo,
): string[] {
  const features = mkCProduct?.listingSpec?.purchaseSpec?.features ?? mkCProduct?.features;
  if (!Array.isArray(features)) return [];
  const known = new Set(features.map((feature) => feature?.featureName ?? feature?.name));
  return mkCFeatures.flatMap(({ featureName: name }) => (name && !known.has(name) ? [name] : []));
}
