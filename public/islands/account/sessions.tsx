import { useSignal } from '@preact/signals'
import type { Sessions as SessionsShape } from '../../../src/account/model.ts'
import { inEachLanguage } from '../../../src/lib/language/formats.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { goFully } from '../../lib/go-fully.ts'
import { troubleOf } from '../../lib/trouble.ts'
import { browserName } from './browser-name.ts'

export type SessionsProps = { sessions: SessionsShape['sessions'] }

const moment = inEachLanguage((locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }))

/** The signed-in browsers, each with a button that signs it out. */
export default function Sessions({ sessions }: SessionsProps) {
  const shown = useSignal(sessions)
  const problem = useSignal('')
  const end = async ({ id, current, userAgent }: SessionsProps['sessions'][number]) => {
    problem.value = ''
    const { error, status } = await api.auth.sessions({ id }).delete()
    if (error && status !== 404) {
      problem.value = troubleOf(error).text
      return
    }
    if (current) return goFully('/login')
    shown.value = shown.value.filter((each) => each.id !== id)
    announce(`${browserName(userAgent)} is signed out.`)
  }
  const endOthers = async () => {
    problem.value = ''
    const { error } = await api.auth.sessions.delete()
    problem.value = error ? troubleOf(error).text : ''
    if (error) return
    shown.value = shown.value.filter(({ current }) => current)
    announce('All other browsers are signed out.')
  }
  return (
    <>
      <ul class="sessions">
        {shown.value.map((session) => (
          <li key={session.id}>
            <span>
              <b>{browserName(session.userAgent)}</b>
              <span class="mono">
                {session.current ? (
                  'this browser'
                ) : (
                  <>
                    last seen <time dateTime={session.seenAt}>{moment().format(new Date(session.seenAt))}</time>
                  </>
                )}
              </span>
            </span>
            <button
              type="button"
              class="key needs-js"
              aria-label={`Sign out ${browserName(session.userAgent)}${session.current ? ', this browser' : ''}`}
              onClick={() => void end(session)}
            >
              Sign out
            </button>
          </li>
        ))}
      </ul>
      {shown.value.length > 1 && (
        <div class="acts needs-js">
          <button type="button" class="key" onClick={() => void endOthers()}>
            Sign out all others
          </button>
        </div>
      )}
      <p class="problem" role="alert">
        {problem}
      </p>
    </>
  )
}
