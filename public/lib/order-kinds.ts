/** What receipts and lists of sales call each kind of order. */
export const orderKinds = {
  casset: 'Casset',
  tip: 'Tip',
  emoji: 'Emoji',
  prize: 'Prize of a drop',
  license: 'License',
} as const
