import { useSignal } from '@preact/signals'
import type { Activity as ActivityShape } from '../../../src/account/session/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { momentHere } from '../../../src/lib/time/moment-text.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { browserName } from './browser-name.ts'

type Row = ActivityShape['activity'][number]

const perPage = 20

/** The name of each event; `grave`: a stranger may have caused it. */
const labels = (): Readonly<Record<string, { text: string; isGrave?: boolean }>> => ({
  signed_up: { text: say('Signed up') },
  signed_in: { text: say('Signed in') },
  sign_in_failed: { text: say('Sign-in failed'), isGrave: true },
  locked_out: { text: say('Sign-in blocked for a while: too many attempts'), isGrave: true },
  signed_out: { text: say('Signed out') },
  session_ended: { text: say('Another browser was signed out') },
  reset_asked: { text: say('Password reset requested') },
  reset_done: { text: say('Password reset by a link') },
  password_changed: { text: say('Password changed') },
  password_change_failed: { text: say('Password change failed'), isGrave: true },
  proof_failed: { text: say('The password or passkey was wrong'), isGrave: true },
  address_asked: { text: say('Another email address was asked for'), isGrave: true },
  address_changed: { text: say('Email address changed'), isGrave: true },
  address_restored: { text: say('The former email address was restored'), isGrave: true },
  address_confirmed: { text: say('Email address confirmed') },
  identity_linked: { text: say('Another way to sign in was linked'), isGrave: true },
  identity_unlinked: { text: say('A way to sign in was unlinked') },
  passkey_added: { text: say('A passkey was added'), isGrave: true },
  passkey_removed: { text: say('A passkey was removed') },
  app_key_made: { text: say('An app key was made'), isGrave: true },
  app_key_removed: { text: say('An app key was removed') },
  second_factor_on: { text: say('Signing in asks for a passkey') },
  second_factor_off: { text: say('Signing in no longer asks for a passkey'), isGrave: true },
  data_asked: { text: say('A copy of your data was asked for'), isGrave: true },
  data_downloaded: { text: say('A copy of your data was downloaded'), isGrave: true },
  seller_asked: { text: say('Asked to sell') },
  seller_allowed: { text: say('The owner of this site allowed selling') },
  seller_refused: { text: say('The owner of this site did not allow selling') },
  owner_changed: { text: say('The owner of this site changed') },
  helper_named: { text: say('You were named a helper at the desk') },
  helper_ended: { text: say('You no longer help at the desk') },
})

const origin = ({ userAgent, address }: Row) =>
  [userAgent && browserName(userAgent), address].filter((part) => part !== '').join(' · ')

const Line = ({ row }: { row: Row }) => {
  const { text, isGrave = false } = labels()[row.what] ?? { text: row.what }
  return (
    <li data-grave={isGrave || undefined}>
      <b>{row.times > 1 ? say('{text}, {times} times', { text, times: row.times }) : text}</b>
      <span class="mono">
        <time dateTime={row.at}>{momentHere(row.at)}</time>
      </span>
      {origin(row) && <span class="hint">{origin(row)}</span>}
    </li>
  )
}

export default function Activity({ first }: { first: ActivityShape }) {
  const shown = useSignal(first)
  const problem = useSignal('')
  const { activity, nextCursor } = shown.value
  const more = async (cursor: string) => {
    problem.value = ''
    const { data, error } = await api.auth.activity.get({ query: { cursor, limit: String(perPage) } })
    if (error) problem.value = troubleOf(error).text
    else shown.value = { activity: [...activity, ...data.activity], nextCursor: data.nextCursor }
  }
  return (
    <>
      {activity.length === 0 ? (
        <p class="hint">{say('No activity yet.')}</p>
      ) : (
        <ul class="activity">
          {activity.map((row) => (
            <Line key={row.id} row={row} />
          ))}
        </ul>
      )}
      {nextCursor !== null && (
        <div class="acts needs-js">
          <button type="button" class="key" onClick={() => void more(nextCursor)}>
            {say('Show more')}
          </button>
        </div>
      )}
      <p class="hint">{say('Something you did not do? Change your password: it signs out all other browsers.')}</p>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </>
  )
}
