import Verify, { type VerifyProps } from '../../../../public/islands/auth/verify.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { optional, page } from '../../page.tsx'
import { FormLayout, formHead } from '../../parts/sign-up/form-layout.tsx'

const VerifyForm = island('auth/verify', Verify)

/** `/account/verify`. */
export const verifyRoute = (ctx: Ctx) =>
  page(ctx, { path: '/account/verify', viewer: optional }, ({ viewer }) => ({
    head: formHead(say('Confirm your email'), say('Confirm your email address'), '/account/verify'),
    main: (
      <VerifyPage
        isSignedIn={viewer !== null}
        isVerified={viewer?.emailVerified === true}
        hasMail={ctx.mailer !== undefined}
      />
    ),
  }))

const VerifyPage = (props: VerifyProps) => (
  <FormLayout title={say('Confirm your email')} lead={say('The link in our email shows that the address is yours.')}>
    <VerifyForm {...props} />
  </FormLayout>
)
