import { inParts } from '../../../../public/lib/in-parts.tsx'
import { demoAccount } from '../../../lib/account/demo-account.ts'
import { say } from '../../../lib/language/say.ts'

/**
 * The strip at the top of every page of the demo: that it is one, and, for a stranger, with which
 * account it is seen from within.
 */
export const DemoStrip = ({ isStranger }: { isStranger: boolean }) => (
  <aside class="notice wrap" aria-label={say('Demo')}>
    {isStranger ? (
      <details>
        <summary>{lead()}</summary>
        {inParts(
          say('<a>Sign in</a> as <b>{email}</b> with the password <b2>{password}</b2> to see the studio.', {
            email: demoAccount.email,
            password: demoAccount.password,
          }),
          {
            a: (text) => <a href="/login?next=/studio">{text}</a>,
            b: (text) => <b>{text}</b>,
            b2: (text) => <b>{text}</b>,
          },
        )}
      </details>
    ) : (
      lead()
    )}
  </aside>
)

const lead = () => say('You are in the demo: its artists are fictional, and a program made their music.')
