import { say } from '../language/say.ts'

/** The kind of delivery; `use`: of what is not downloaded. */
export type Delivered = 'at once' | 'preorder' | 'once sent' | 'use'

const atOnce = () => say('I agree that delivery begins at once, and I know that my right to withdraw ends with it.')

/** The words of the box that a buyer ticks. */
const agreementText = (delivered: Delivered): string =>
  ({
    'at once': atOnce,
    use: atOnce,
    preorder: () =>
      say(
        'I agree that delivery begins at the hour of the opening, and I know that my right to withdraw ends with it. Until then I can withdraw.',
      ),
    'once sent': () =>
      say(
        'I agree that delivery begins as soon as the gift is sent, or at the hour of the opening, and I know that my right to withdraw ends with it. Until then I can withdraw.',
      ),
  })[delivered]()

/** The words at the key where nothing has to be ticked. */
const offerText = (delivered: Delivered): string => {
  if (delivered === 'use') return say('You can give it back for fourteen days.')
  if (delivered === 'once sent') {
    return say(
      'You can take it back for fourteen days, until they download it: by paying you agree that delivery has begun then, and that your right to withdraw ends with it.',
    )
  }
  return say(
    'You can give it back for fourteen days, until you download it: with a download you agree that delivery has begun, and that your right to withdraw ends with it.',
  )
}

/** The words of a checkout on the right to withdraw: in a box to tick, or at the key. */
export type WithdrawalNote = { isAsked: boolean; text: string }

export const withdrawalNote = (isAsked: boolean, delivered: Delivered): WithdrawalNote => ({
  isAsked,
  text: isAsked ? agreementText(delivered) : offerText(delivered),
})

type Right = { withdrawal: 'waived' | 'offered' | null }

const waived = () =>
  say(
    'You agreed when you paid that delivery begins at once (of a preorder at its hour, of a gift when it is sent), and that your right to withdraw ends with it. Until then you can withdraw.',
  )

/** Returns what the page of a receipt says of the right to withdraw; null for nothing. */
export const receiptText = ({ withdrawal }: Right, delivery: 'download' | 'use' | undefined): string | null => {
  if (withdrawal === null) return null
  if (withdrawal === 'waived') return waived()
  return delivery === 'use'
    ? say('You can give it back within fourteen days.')
    : say('You can give it back within fourteen days, until it is downloaded.')
}

/** Returns what the email with the receipt says: it confirms to what its buyer agreed. */
export const confirmationText = (
  { withdrawal, agrees }: Right & { agrees: boolean },
  delivery: 'download' | 'use' | undefined,
): string | null => (agrees ? waived() : receiptText({ withdrawal }, delivery))
