/** A payment's evidence for its buyer's country, as ISO 3166-1 codes; null for none. */
export type CountryEvidence = { cardCountry: string | null; billingCountry: string | null }

/** Returns a buyer's country: that of the billing address they gave, else of the card's bank. */
export const buyerCountry = ({ cardCountry, billingCountry }: CountryEvidence): string | null =>
  billingCountry ?? cardCountry

/** Returns the evidence for a buyer's country, in words; null when it is not known. */
export function countryEvidence({ cardCountry, billingCountry }: CountryEvidence): string | null {
  if (billingCountry === null) return cardCountry && 'card'
  if (cardCountry === null) return 'billing address'
  return cardCountry === billingCountry ? 'card and billing address' : `billing address; card ${cardCountry}`
}
