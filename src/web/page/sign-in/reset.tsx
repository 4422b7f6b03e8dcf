import Reset from '../../../../public/islands/auth/reset.tsx'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { island } from '../../document/island.tsx'
import { optional, page } from '../../page.tsx'
import { FormLayout, formHead } from '../../parts/sign-up/form-layout.tsx'

const ResetForm = island('auth/reset', Reset)

/** `/reset`. */
export const resetRoute = (ctx: Ctx) =>
  page(ctx, { path: '/reset', viewer: optional }, () => ({
    head: formHead(say('Reset your password'), say('Choose a new password.'), '/reset'),
    main: <ResetPage hasMail={ctx.mailer !== undefined} />,
  }))

const ResetPage = ({ hasMail }: { hasMail: boolean }) => (
  <FormLayout title={say('Reset your password')} lead={say('Passwords slip away; it happens to all of us.')}>
    <ResetForm hasMail={hasMail} />
  </FormLayout>
)
