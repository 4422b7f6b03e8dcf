import { say } from '../../lib/language/say.ts'

const brands = new Map([
  ['amex', 'American Express'],
  ['cartes_bancaires', 'Cartes Bancaires'],
  ['diners', 'Diners Club'],
  ['discover', 'Discover'],
  ['eftpos_au', 'eftpos'],
  ['jcb', 'JCB'],
  ['mastercard', 'Mastercard'],
  ['unionpay', 'UnionPay'],
  ['visa', 'Visa'],
])

/** Returns "Visa ending in 4242"; null for a payment without a card. */
export function cardName({ cardBrand, cardLast4 }: { cardBrand: string | null; cardLast4: string | null }) {
  if (cardLast4 === null) return null
  const brand = brands.get(cardBrand ?? '')
  return brand === undefined
    ? say('Card ending in {digits}', { digits: cardLast4 })
    : say('{brand} ending in {digits} ## a card', { brand, digits: cardLast4 })
}
