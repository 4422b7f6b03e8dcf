import { useSignal } from '@preact/signals'
import type { Sessions as SessionsShape } from '../../../src/account/session/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { momentHere } from '../../../src/lib/time/moment-text.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { goFully } from '../../lib/go-fully.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { browserName } from './browser-name.ts'

/** So many devices are listed before more are asked for. */
const firstShown = 5

export type SessionsProps = { sessions: SessionsShape['sessions'] }

export default function Sessions({ sessions }: SessionsProps) {
  const shown = useSignal(
    // This browser first, then those used last.
    sessions.toSorted((a, b) => Number(b.current) - Number(a.current) || b.seenAt.localeCompare(a.seenAt)),
  )
  const isWhole = useSignal(sessions.length <= firstShown)
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
    announce(say('{browserName} is signed out.', { browserName: browserName(userAgent) }))
  }
  const endOthers = async () => {
    problem.value = ''
    const { error } = await api.auth.sessions.delete()
    problem.value = error ? troubleOf(error).text : ''
    if (error) return
    shown.value = shown.value.filter(({ current }) => current)
    announce(say('All other browsers are signed out.'))
  }
  return (
    <>
      <ul class="sessions">
        {(isWhole.value ? shown.value : shown.value.slice(0, firstShown)).map((session) => (
          <li key={session.id}>
            <span>
              <b>{browserName(session.userAgent)}</b>
              <span class="mono">
                {session.current
                  ? say('this browser')
                  : inParts(say('last seen <time>{moment}</time>', { moment: momentHere(session.seenAt) }), {
                      time: (text) => <time dateTime={session.seenAt}>{text}</time>,
                    })}
              </span>
            </span>
            <button
              type="button"
              class="key needs-js"
              aria-label={
                session.current
                  ? say('Sign out {browserName}, this browser', { browserName: browserName(session.userAgent) })
                  : say('Sign out {browserName}', { browserName: browserName(session.userAgent) })
              }
              onClick={() => void end(session)}
            >
              {say('Sign out')}
            </button>
          </li>
        ))}
      </ul>
      {shown.value.length > 1 && (
        <div class="acts needs-js">
          {!isWhole.value && (
            <button
              type="button"
              class="key"
              onClick={() => {
                isWhole.value = true
              }}
            >
              {say('Show more')}
            </button>
          )}
          <button type="button" class="key" onClick={() => void endOthers()}>
            {say('Sign out all others')}
          </button>
        </div>
      )}
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </>
  )
}
