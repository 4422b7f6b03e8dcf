import { useSignal } from '@preact/signals'
import type { Prefs } from '../../../src/account/notification/model.ts'
import { type Switch, switches } from '../../../src/lib/account/notification-switches.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { Said } from '../../lib/said.tsx'
import { type Refusal, troubleOf } from '../../lib/trouble.ts'
import { DeviceSwitch } from './device-switch.tsx'

export type NotificationsProps = {
  handle: string
  makesMusic: boolean
  prefs: Prefs
  gathersMail: boolean
  hasMail: boolean
  publicKey: string
}

const labels = (): Readonly<Record<Switch, { name: string; says: string }>> => ({
  collects: { name: say('Sales'), says: say('Somebody buys your music, tips you or buys an emoji') },
  shares: { name: say('Shares'), says: say('Somebody shares your page or follows you') },
  comments: { name: say('Comments'), says: say('On your casset, and replies to yours') },
  dropJoins: { name: say('Drop entries'), says: say('Somebody enters a drop of yours') },
  rewards: { name: say('Rewards'), says: say('Credits for your links, accepted entries and prizes') },
})

const ofArtists: readonly Switch[] = ['collects', 'dropJoins']

export default function Notifications({
  handle,
  makesMusic,
  prefs,
  gathersMail,
  hasMail,
  publicKey,
}: NotificationsProps) {
  const kept = useSignal(prefs)
  const gathers = useSignal(gathersMail)
  const said = useSignal('')
  const problem = useSignal('')
  const tell = (error: Refusal | null, text = say('Saved')) => {
    problem.value = error ? troubleOf(error).text : ''
    said.value = error ? '' : text
  }
  const turn = async (name: Switch, isOn: boolean) => {
    const before = kept.value
    said.value = ''
    kept.value = { ...before, [name]: isOn }
    const { data, error } = await api.notifications.prefs.post({ [name]: isOn })
    kept.value = data ?? before
    tell(error)
  }
  const turnMail = async (isOn: boolean) => {
    const before = gathers.value
    said.value = ''
    gathers.value = isOn
    const { data, error } = await api.notifications.mail.post({ gathered: isOn })
    gathers.value = data?.gathered ?? before
    tell(error)
  }
  const shown = switches.filter((name) => makesMusic || !ofArtists.includes(name))
  return (
    <div class="form switches">
      <fieldset class="field stickers">
        <legend>{say('Tell me about')}</legend>
        {shown.map((name) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={kept.value[name]}
              onChange={({ currentTarget }) => void turn(name, currentTarget.checked)}
            />
            <span>
              <b>{labels()[name].name}</b>
              <small>{labels()[name].says}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {hasMail && (
        <fieldset class="field stickers">
          <legend>{say('By email')}</legend>
          <label>
            <input
              type="checkbox"
              checked={gathers.value}
              onChange={({ currentTarget }) => void turnMail(currentTarget.checked)}
            />
            <span>
              <b>{say('Emails')}</b>
              <small>{say('Sales at most once an hour, the rest at most once a day')}</small>
            </span>
          </label>
        </fieldset>
      )}
      <DeviceSwitch handle={handle} publicKey={publicKey} tell={tell} />
      <p class="hint">
        {say('Emails about refunds, disputes, failed payouts, invitations and your account are always sent.')}
      </p>
      <Said class="hand said">{said}</Said>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </div>
  )
}
