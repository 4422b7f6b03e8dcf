import SignUp, { type SignUpProps } from '../../../../public/islands/auth/sign-up.tsx'
import type { Config } from '../../../config.ts'
import { island } from '../../island.tsx'
import { type Door, Doors } from '../../parts/doors.tsx'
import { FormLayout } from '../../parts/form-layout.tsx'
import type { Offer } from '../../parts/offer.tsx'

const SignUpForm = island('auth/sign-up', SignUp)

type SignupPageProps = Omit<SignUpProps, 'hasArt'> & {
  registration: Config['registration']
  /** Why the invitation lets nobody in; undefined where it does, or where there is none. */
  fault: string | undefined
  loginPath: string
  doors: readonly Door[]
  offer: Offer | null
}

const closedWords = {
  invite: 'Sign-up is by invitation only: ask the person who runs this site.',
  closed: 'The person who runs this site has closed sign-up.',
} as const

/** The sign-up form, which who holds the set-up link always gets; or why there is none. */
export function SignupPage({ registration, invite, fault, loginPath, doors, offer, ...form }: SignupPageProps) {
  const isInvited = registration === 'invite' && invite !== undefined && fault === undefined
  const isOpen = registration === 'open' || isInvited
  const foot = (
    <>
      Already have an account? <a href={loginPath}>Sign in</a>
    </>
  )
  if (registration !== 'open' && !isInvited && form.next !== '/setup') {
    return (
      <FormLayout
        title="Sign-up is not open"
        lead={(registration === 'invite' && fault) || closedWords[registration]}
        foot={foot}
      >
        <p class="acts">
          <a class="key go" href="/">
            Browse music
          </a>
        </p>
      </FormLayout>
    )
  }
  return (
    <FormLayout
      title="Create your account"
      lead="Collect music, follow artists, or publish your own."
      foot={foot}
      hasArt={false}
      offer={offer}
    >
      <SignUpForm {...form} invite={isInvited ? invite : undefined} hasArt={offer === null} />
      {isOpen && <Doors doors={doors} next={form.next} invite={isInvited ? invite : undefined} />}
    </FormLayout>
  )
}
