import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { installPrompt } from '../../lib/app-worker.ts'
import type { PushState } from '../../lib/pushing.ts'
import type { Refusal } from '../../lib/trouble.ts'

const pushing = () => import('../../lib/pushing.ts')

type DeviceSwitchProps = { handle: string; publicKey: string; tell: (error: Refusal | null, text?: string) => void }

export function DeviceSwitch({ handle, publicKey, tell }: DeviceSwitchProps) {
  const state = useSignal<PushState | null>(null)
  const isBusy = useSignal(false)
  useEffect(() => {
    const look = async () => {
      state.value = await (await pushing()).pushState(handle)
    }
    look().catch(() => {})
  }, [handle])
  const turn = async (isOn: boolean) => {
    isBusy.value = true
    const { pushState, startPushing, stopPushing } = await pushing()
    if (isOn) {
      const { state: now, refusal } = await startPushing(handle, publicKey)
      state.value = now
      if (refusal || now === 'on') tell(refusal, say('This device gets notifications'))
    } else {
      const refusal = await stopPushing(handle)
      state.value = await pushState(handle)
      tell(refusal, say('This device no longer gets notifications'))
    }
    isBusy.value = false
  }
  if (state.value === null) return null
  return (
    <fieldset class="field stickers">
      <legend>{say('On this device')}</legend>
      {state.value === 'not-installed' && <Install />}
      {state.value === 'unable' && <p class="hint">{say('This browser cannot show notifications.')}</p>}
      {state.value === 'denied' && (
        <p class="hint">
          {say('You have forbidden notifications here. Allow them in the settings of this app, then come back.')}
        </p>
      )}
      {(state.value === 'on' || state.value === 'off') && (
        <label>
          <input
            type="checkbox"
            checked={state.value === 'on'}
            disabled={isBusy.value}
            onChange={({ currentTarget }) => void turn(currentTarget.checked)}
          />
          <span>
            <b>{say('Notifications')}</b>
            <small>{say('Also while this app is closed')}</small>
          </span>
        </label>
      )}
    </fieldset>
  )
}

/** Nobody is asked for anything before they have chosen to install the site. */
const Install = () => (
  <>
    <p class="hint">
      {installPrompt.value
        ? say('Install this site as an app to get notifications on this device.')
        : say(
            'Install this site as an app to get notifications on this device: in the menu of your browser, or on an iPhone under “Share”, choose “Install” or “Add to Home Screen”. Firefox on a computer cannot do that.',
          )}
    </p>
    {installPrompt.value && (
      <button type="button" class="key" onClick={() => void installPrompt.value?.prompt()}>
        {say('Install as an app')}
      </button>
    )}
  </>
)
