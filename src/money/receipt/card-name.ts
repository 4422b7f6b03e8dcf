import { say } from '../../lib/language/say.ts'

const brands = () =>
  new Map([
    ['amex', say('American Express')],
    ['cartes_bancaires', say('Cartes Bancaires')],
    ['diners', say('Diners Club')],
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
  return say('{brands} ending in {cardLast4}', { brands: brands().get(cardBrand ?? '') ?? 'Card', cardLast4 })
}
