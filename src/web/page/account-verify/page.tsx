import SetUp from '../../../../public/islands/auth/set-up.tsx'
import Verify from '../../../../public/islands/auth/verify.tsx'
import { island } from '../../island.tsx'
import { Gate } from '../../parts/gate.tsx'

const VerifyForm = island('auth/verify', Verify)
const SetUpForm = island('auth/set-up', SetUp)

/** Opened from the letter: does mail reach this artist? */
export const VerifyPage = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <Gate title="Is this your address?" lead="The link in the letter answers that.">
    <VerifyForm isSignedIn={isSignedIn} />
  </Gate>
)

/** Opened by the link that the program prints at its first start: who owns this deck? */
export const SetUpPage = ({ isSignedIn }: { isSignedIn: boolean }) => (
  <Gate title="Whose deck is this?" lead="The link you opened makes one person its owner, once.">
    <SetUpForm isSignedIn={isSignedIn} />
  </Gate>
)
