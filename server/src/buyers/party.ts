type Company = {
  name?: string;
  addressLine1?: string;
  addressLine2?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country?: string;
};

/** A buyer as documents show it. */
export type BuyerParty = {
  name: string;
  address?: string;
  country?: string;
  emailAddress?: string;
  taxIds?: string[];
};

/** Returns name and address of a buyer for documents; tax numbers are agreed with each sale. */
export function partyOfBuyer(
  { name, info }: { name: string | null; info: string },
  taxIds: string[] | undefined,
): BuyerParty {
  const { companyInfo: company = {}, emailAddress } = JSON.parse(info) as {
    companyInfo?: Company;
    emailAddress?: string;
  };
  const town = [company.postalCode, company.city, company.state].filter(Boolean).join(' ');
  const address = [company.addressLine1, company.addressLine2, town, company.country]
    .filter(Boolean)
    .join('\n');
  return {
    name: company.name || name || '',
    ...(address ? { address } : {}),
    ...(company.country ? { country: company.country.slice(0, 200) } : {}),
    ...(emailAddress ? { emailAddress } : {}),
    ...(taxIds?.length ? { taxIds } : {}),
  };
}
