// The studio's pages about sales: one chunk, so that a page asks for one file.
import '../../lib/signed-in-parts.ts'

export { default as Vat } from '../desk/vat/vat.tsx'
export { default as Codes } from './codes/codes.tsx'
export { default as Discounts } from './codes/discounts.tsx'
export { default as Emoji } from './emoji/emoji.tsx'
export { default as AskToSell } from './payouts/ask-to-sell.tsx'
export { default as Dashboard } from './payouts/dashboard.tsx'
export { default as Onboard } from './payouts/onboard.tsx'
export { default as Disputes } from './sales/disputes.tsx'
export { default as Sales } from './sales/sales.tsx'
export { default as Sellers } from './sellers/sellers.tsx'
export { default as TaxForm } from './tax/tax-form.tsx'
