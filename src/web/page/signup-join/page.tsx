import Join, { type JoinProps } from '../../../../public/islands/auth/join.tsx'
import { island } from '../../island.tsx'
import { FormLayout } from '../../parts/form-layout.tsx'

const JoinForm = island('auth/join', Join)

/** The last step of signing up by a provider: a name. */
export const SignupJoinPage = ({ label, email, ...form }: JoinProps & { label: string; email: string }) => (
  <FormLayout
    title="Create your account"
    lead={`${label} says that you are ${email}. What are you called here?`}
    foot={
      <>
        Do you have an account here already? <a href="/login">Sign in</a>
      </>
    }
    hasArt={false}
  >
    <JoinForm {...form} />
  </FormLayout>
)
