import LogIn, { type LogInProps } from '../../../../public/islands/auth/log-in.tsx'
import { island } from '../../island.tsx'
import { type Door, Doors } from '../../parts/doors.tsx'
import { FormLayout, formHead, withNext } from '../../parts/form-layout.tsx'
import type { Offer } from '../../parts/offer.tsx'

const LogInForm = island('auth/log-in', LogIn)

/** Returns the head of the page to sign in. */
export const loginHead = (offer: Offer | null) => formHead('Sign in', 'Sign in to your account.', '/login', offer)

type LoginPageProps = LogInProps & { doors: readonly Door[]; offer: Offer | null }

/** The page to sign in; after a try without scripts or at a provider that failed, with what was wrong. */
export const LoginPage = ({ doors, offer, ...props }: LoginPageProps) => (
  <FormLayout
    title="Sign in"
    lead="Your tapes are where you left them."
    isPlain
    offer={offer}
    foot={
      <>
        New here? <a href={withNext('/signup', props.next)}>Create an account</a>
      </>
    }
  >
    <LogInForm {...props} />
    <Doors doors={doors} next={props.next} />
  </FormLayout>
)
