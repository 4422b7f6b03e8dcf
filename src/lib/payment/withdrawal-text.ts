import { say } from '../language/say.ts'

/** How the right to withdraw from an order ends: see `orders.withdrawal`. */
export type WithdrawalTerms = 'waived' | 'offered'

export const agreementOf = (terms: WithdrawalTerms): true | 'at-download' => (terms === 'waived' ? true : 'at-download')

/** The kind of delivery: at once, of a preorder, or of a gift. */
export type Delivered = 'at once' | 'preorder' | 'gift'

const waived = (): Readonly<Record<Delivered, string>> => ({
  'at once': say('By paying you agree that delivery begins at once, and that your right to withdraw ends with it.'),
  preorder: say(
    'By paying you agree that delivery begins at once with what is open, and with the rest at its hour, and that your right to withdraw ends with it.',
  ),
  gift: say(
    'By paying you agree that delivery begins as soon as the gift is sent, and that your right to withdraw ends with it.',
  ),
})
const offered = (): Readonly<Record<Delivered, string>> => ({
  'at once': say(
    'You can give it back for fourteen days, until you download it: with a download you agree that delivery has begun, and that your right to withdraw ends with it.',
  ),
  preorder: say(
    'You can give it back for fourteen days, until you download it: with a download you agree that delivery has begun, and that your right to withdraw ends with it.',
  ),
  gift: say(
    'You can take it back for fourteen days, until they download it: by paying you agree that delivery has begun then, and that your right to withdraw ends with it.',
  ),
})

export const agreementText = (terms: WithdrawalTerms, delivered: Delivered): string =>
  terms === 'waived' ? waived()[delivered] : offered()[delivered]

export const receiptText = (): Readonly<Record<WithdrawalTerms, string>> => ({
  waived: say(
    'You agreed when you paid that delivery begins at once (of a preorder at its hour, of a gift when it is sent), and that your right to withdraw ends with it.',
  ),
  offered: say(
    'You can give it back within fourteen days, until it is downloaded: you agreed when you paid that your right to withdraw ends with a download.',
  ),
})
