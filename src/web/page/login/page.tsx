import LogIn from '../../../../public/islands/auth/log-in.tsx'
import { island } from '../../island.tsx'
import { Gate } from '../../parts/gate.tsx'

const LogInForm = island('auth/log-in', LogIn)

/** Signing in. */
export const LoginPage = ({ next, signUpPath }: { next: string; signUpPath: string }) => (
  <Gate
    title="Back to the deck"
    lead="Sign in, and the tape goes on where you left it."
    foot={
      <>
        No casset of your own yet? <a href={signUpPath}>Record one</a>
      </>
    }
  >
    <LogInForm next={next} />
  </Gate>
)
