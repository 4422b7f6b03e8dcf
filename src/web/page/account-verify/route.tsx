import Verify from '../../../../public/islands/auth/verify.tsx'
import type { Ctx } from '../../../context.ts'
import { island } from '../../island.tsx'
import { optional, page } from '../../page.tsx'
import { Gate, gateHead } from '../../parts/gate.tsx'

const VerifyForm = island('auth/verify', Verify)

/** `/account/verify`. */
export const verifyRoute = (ctx: Ctx) =>
  page(ctx, { path: '/account/verify', viewer: optional }, ({ viewer }) => ({
    head: gateHead('Your address', 'Confirm your address.', '/account/verify'),
    main: <VerifyPage isSignedIn={viewer !== null} />,
  }))

/** Opened from the letter: does mail reach this artist? */
const VerifyPage = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <Gate title="Is this your address?" lead="The link in the letter answers that.">
    <VerifyForm isSignedIn={isSignedIn} />
  </Gate>
)
