import type { ComponentChildren } from 'preact'
import { inParts } from '../../../public/lib/in-parts.tsx'
import { say } from '../../lib/language/say.ts'
import { withNext } from './sign-up/form-layout.tsx'

type SignInFirstProps = { path: string; canJoin: boolean; children?: ComponentChildren }

/** The other ways besides buying with an email address. `path` is that of the checkout. */
export const SignInFirst = ({ path, canJoin, children }: SignInFirstProps) => (
  <div class="form way-in">
    <h2>{say('Buy with your email address')}</h2>
    <p>
      {inParts(
        canJoin
          ? say(
              'No account needed. With an account it is in your library on every device: <a>sign in</a> or <a2>make an account</a2>.',
            )
          : say('No account needed. With an account it is in your library on every device: <a>sign in</a>.'),
        {
          a: (text) => <a href={withNext('/login', path)}>{text}</a>,
          a2: (text) => <a href={withNext('/signup', path)}>{text}</a>,
        },
      )}
    </p>
    {children}
  </div>
)
