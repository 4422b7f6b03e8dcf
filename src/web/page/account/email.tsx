import EmailLink from '../../../../public/islands/auth/email-link.tsx'
import { doubtfulDays } from '../../../account/email/former-address.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { optional, page } from '../../page.tsx'
import { FormLayout, formHead } from '../../parts/sign-up/form-layout.tsx'

const EmailLinkForm = island('auth/email-link', EmailLink)

/** `/account/email`, which the link emailed to a new address opens. */
export const accountEmailRoute = (ctx: Ctx) =>
  page(ctx, { path: '/account/email', viewer: optional }, () => ({
    head: formHead(say('Your new email address'), say('Confirm your new email address'), '/account/email'),
    main: (
      <FormLayout
        title={say('Your new email address')}
        lead={say('With this step your account gets this address. You sign in with it from now on.')}
      >
        <EmailLinkForm isUndo={false} />
      </FormLayout>
    ),
  }))

/** `/account/email/undo`, which the link emailed to the former address opens. */
export const accountEmailUndoRoute = (ctx: Ctx) =>
  page(ctx, { path: '/account/email/undo', viewer: optional }, () => ({
    head: formHead(
      say('Bring your address back'),
      say('Take back a change of your email address.'),
      '/account/email/undo',
    ),
    main: (
      <FormLayout
        title={say('Bring your address back')}
        lead={say(
          'Somebody changed the email address of your account. If that was not you, take it back: every browser is signed out, passkeys and linked accounts that were added since or in the {doubtfulDays} days before are removed, and you choose a new password.',
          { doubtfulDays },
        )}
      >
        <EmailLinkForm isUndo />
      </FormLayout>
    ),
  }))
