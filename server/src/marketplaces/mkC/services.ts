import type { Settings } from './settings.ts';

/** Returns the product of a service name: its first label. */
export const productIn = (serviceName: string): string => serviceName.split('.')[0] ?? serviceName;

/**
 * Returns the name of the service to which a product's usage is reported: the configured name, the product's id if the
 * id is a service name, or else the name that the marketplace assigns in the seller's project.
 */
export function serviceOf(product: string, { serviceNames, projectId }: Settings): string {
  if (product.includes('.')) return product;
  const configured = serviceNames.find((name) => productIn(name) === product);
  return configured ?? `${product}.endpoints.${projectId}.cloud.goog`;
}
