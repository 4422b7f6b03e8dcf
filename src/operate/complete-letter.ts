import { completeLetter as completeAccountLetter } from '../account/letters.ts'
import { completeGiftLetter } from '../money/gift/send-gift.ts'
import { completeGuestLetter } from '../money/guest/letters.ts'
import type { CompleteLetter } from '../platform/mail/send-mail.ts'

/** Fills in the links of an email, which are created when it is sent. */
export const completeLetter: CompleteLetter = (ctx, mail) => {
  const textBody = completeAccountLetter(ctx, mail)
  const ofGuest = textBody === undefined ? undefined : completeGuestLetter(ctx, { ...mail, textBody })
  return ofGuest === undefined ? undefined : completeGiftLetter(ctx, { ...mail, textBody: ofGuest })
}
