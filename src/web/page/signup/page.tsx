import SignUp, { type SignUpProps } from '../../../../public/islands/auth/sign-up.tsx'
import type { Config } from '../../../config.ts'
import { island } from '../../island.tsx'
import { type Door, Doors } from '../../parts/doors.tsx'
import { FormLayout } from '../../parts/form-layout.tsx'

const SignUpForm = island('auth/sign-up', SignUp)

type SignupPageProps = SignUpProps & {
  registration: Config['registration']
  loginPath: string
  doors: readonly Door[]
}

const closedWords = {
  invite: 'Sign-up is by invitation only: ask the person who runs this site.',
  closed: 'The person who runs this site has closed sign-up.',
} as const

/** The sign-up form, which who holds the set-up link always gets; or why there is none. */
export function SignupPage({ next, host, registration, loginPath, doors }: SignupPageProps) {
  const foot = (
    <>
      Already have an account? <a href={loginPath}>Sign in</a>
    </>
  )
  if (registration !== 'open' && next !== '/setup') {
    return (
      <FormLayout title="Sign-up is not open" lead={closedWords[registration]} foot={foot}>
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
      lead="One account, one casset: your page, your music, your price."
      foot={foot}
      hasArt={false}
    >
      <SignUpForm next={next} host={host} />
      {registration === 'open' && <Doors doors={doors} next={next} />}
    </FormLayout>
  )
}
