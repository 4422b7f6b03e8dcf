/** What a payment shows of where its buyer is, as ISO 3166-1 codes; null where it shows nothing. */
export type CountryEvidence = { cardCountry: string | null; billingCountry: string | null }

/** Returns the country of a buyer: of the billing address, which they gave themselves, else of the card's bank. */
export const buyerCountry = ({ cardCountry, billingCountry }: CountryEvidence): string | null =>
  billingCountry ?? cardCountry

/** Returns what the country of a buyer is known by, in words; null when it is not known. */
export function countryEvidence({ cardCountry, billingCountry }: CountryEvidence): string | null {
  if (billingCountry === null) return cardCountry && 'card'
  if (cardCountry === null) return 'billing address'
  return cardCountry === billingCountry ? 'card and billing address' : `billing address; card ${cardCountry}`
}
