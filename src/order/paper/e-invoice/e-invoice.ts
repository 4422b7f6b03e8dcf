/**
 * The categories of VAT (UNTDID 5305) of a sale: `S` with a rate, `Z` with a rate of nothing, `E`
 * exempt, `O` outside of any VAT.
 */
export type VatCategory = 'S' | 'Z' | 'E' | 'O'

/** `address`: in lines; `country`: ISO 3166-1; `vatId`: with the letters of its country. */
export type Party = { name: string; address: readonly string[]; country: string; vatId: string | null }

/** The content of an e-invoice. Sums are minor units of its currency; days are YYYY-MM-DD. */
export type EInvoice = {
  number: string
  day: string
  /** The receipt that a credit note takes back; null for a receipt. */
  takesBack: { number: string; day: string } | null
  notes: readonly string[]
  currency: string
  /** `key`: by which it is found here; `taxNumber`: of a seller without a VAT number. */
  seller: Party & { key: string; taxNumber: string | null }
  buyer: Party
  vat: { category: VatCategory; percent: string; minor: number; reason: string | null }
  /** As the receipt has it, in one line. */
  what: string
  grossMinor: number
}
