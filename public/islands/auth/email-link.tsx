import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { watchToken } from './take-token.ts'

type State = { kind: 'asking'; token: string } | { kind: 'done'; email: string } | { kind: 'refused'; why: string }

export type EmailLinkProps = { isUndo: boolean }

const labels = () =>
  ({
    confirm: {
      ask: say('Use this address'),
      done: say('This is your email address now'),
      next: say('Go to your account'),
    },
    undo: {
      ask: say('Bring it back'),
      done: say('Your former address is back.'),
      next: say('Get a link for a new password'),
    },
  }) as const

/**
 * Gives an account its new address with an emailed link, or undoes that. It needs a button press,
 * since some programs open links.
 */
export default function EmailLink({ isUndo }: EmailLinkProps) {
  const state = useSignal<State | null>(null)
  useEffect(
    () =>
      watchToken((token) => {
        const why = say('This link is incomplete. Open it from the email itself.')
        state.value = token === null ? { kind: 'refused', why } : { kind: 'asking', token }
      }),
    [],
  )
  const { ask, done, next } = labels()[isUndo ? 'undo' : 'confirm']
  const use = async (token: string) => {
    const { email } = api.auth
    const { data, error } = isUndo ? await email.undo.post({ token }) : await email.confirm.post({ token })
    state.value = error ? { kind: 'refused', why: troubleOf(error).text } : { kind: 'done', email: data.email }
  }
  const now = state.value
  return (
    <div class="form">
      {now?.kind === 'asking' && (
        <p class="acts">
          <button type="button" class="key go" onClick={() => void use(now.token)}>
            {ask}
          </button>
        </p>
      )}
      <Said as="div" class="stack">
        {now?.kind === 'done' && (
          <>
            <p class="hand">{done}</p>
            <p>
              <b dir="auto">{now.email}</b>
            </p>
            {isUndo && (
              <p>
                {say(
                  'Every browser is signed out, and the password no longer works. We sent you a link for a new one. New passkeys and linked accounts are removed: add again those that were yours.',
                )}
              </p>
            )}
            <p class="acts">
              <a class="key go" href={isUndo ? '/reset' : '/account'}>
                {next}
              </a>
            </p>
          </>
        )}
        {now?.kind === 'refused' && <p class="problem">{now.why}</p>}
      </Said>
    </div>
  )
}
