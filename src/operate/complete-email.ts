import { completeEmail as completeAccountEmail } from '../account/emails.ts'
import { completeGiftEmail } from '../money/gift/send-gift.ts'
import { completeGuestEmail } from '../money/guest/emails.ts'
import type { CompleteEmail } from '../platform/mail/send-mail.ts'

/** Fills in the links of an email, which are created when it is sent. */
export const completeEmail: CompleteEmail = (ctx, mail) => {
  const textBody = completeAccountEmail(ctx, mail)
  const ofGuest = textBody === undefined ? undefined : completeGuestEmail(ctx, { ...mail, textBody })
  return ofGuest === undefined ? undefined : completeGiftEmail(ctx, { ...mail, textBody: ofGuest })
}
