import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { afterSignIn } from '../../../src/lib/account/after-sign-in.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import SendEmail from './send-email.tsx'
import { watchToken } from './take-token.ts'

type State = { kind: 'asking'; token: string } | { kind: 'done' } | { kind: 'refused'; why: string }

/** `isVerified`: whether the signed-in visitor's address has been confirmed before. */
export type VerifyProps = { isSignedIn: boolean; isVerified: boolean; hasMail: boolean }

/** Confirms an address with an emailed link. It needs a press, since some programs open links. */
export default function Verify({ isSignedIn, isVerified, hasMail }: VerifyProps) {
  const state = useSignal<State | null>(isVerified ? { kind: 'done' } : null)
  useEffect(
    () =>
      watchToken((token) => {
        if (isVerified) return
        const why = say('This link is incomplete. Open it from the email itself.')
        state.value = token === null ? { kind: 'refused', why } : { kind: 'asking', token }
      }),
    [],
  )
  const verify = async (token: string) => {
    const { error } = await api.auth.email.verify.post({ token })
    state.value = error ? { kind: 'refused', why: troubleOf(error).text } : { kind: 'done' }
  }
  const now = state.value
  return (
    <div class="form">
      {now?.kind === 'asking' && (
        <p class="acts">
          <button type="button" class="key go" onClick={() => void verify(now.token)}>
            {say('Confirm the address')}
          </button>
        </p>
      )}
      <Said as="div" class="stack">
        {now?.kind === 'done' && (
          <>
            <p class="hand">{say('Confirmed.')}</p>
            <p>{say('Thank you: email reaches you at this address.')}</p>
            <p class="acts">
              <a class="key go" href={isSignedIn ? afterSignIn : '/login'}>
                {isSignedIn ? say('Go on') : say('Sign in')}
              </a>
            </p>
          </>
        )}
        {now?.kind === 'refused' && (
          <>
            <p class="problem">{now.why}</p>
            <div class="acts">
              {!hasMail && <p>{say('This site sends no email at the moment.')}</p>}
              {hasMail && isSignedIn && <SendEmail />}
              {hasMail && !isSignedIn && <a href="/login?next=/account">{say('Sign in to get a new link')}</a>}
            </div>
          </>
        )}
      </Said>
    </div>
  )
}
