import Reset from '../../../../public/islands/auth/reset.tsx'
import { island } from '../../island.tsx'
import { Gate } from '../../parts/gate.tsx'

const ResetForm = island('auth/reset', Reset)

/** Asking for a new password, and setting it. */
export const ResetPage = ({ hasMail }: { hasMail: boolean }) => (
  <Gate title="A new password" lead="Passwords slip away; it happens to all of us.">
    <ResetForm hasMail={hasMail} />
  </Gate>
)
