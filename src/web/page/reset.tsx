import Reset from '../../../public/islands/auth/reset.tsx'
import type { Ctx } from '../../context.ts'
import { island } from '../island.tsx'
import { optional, page } from '../page.tsx'
import { FormLayout, formHead } from '../parts/form-layout.tsx'

const ResetForm = island('auth/reset', Reset)

/** `/reset`. */
export const resetRoute = (ctx: Ctx) =>
  page(ctx, { path: '/reset', viewer: optional }, () => ({
    head: formHead('Reset your password', 'Choose a new password.', '/reset'),
    main: <ResetPage hasMail={ctx.mailer !== undefined} />,
  }))

/** The page to request a new password, and to set it. */
const ResetPage = ({ hasMail }: { hasMail: boolean }) => (
  <FormLayout title="Reset your password" lead="Passwords slip away; it happens to all of us.">
    <ResetForm hasMail={hasMail} />
  </FormLayout>
)
