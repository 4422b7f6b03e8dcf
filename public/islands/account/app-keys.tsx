import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { AppKey } from '../../../src/account/session/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { longest } from '../../../src/lib/text/longest.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { AskDialog } from '../../lib/ask-dialog.tsx'
import { Day } from '../../lib/day.tsx'
import { focusOn } from '../../lib/focus-on.ts'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import Copy from '../links/copy.tsx'

export type AppKeysProps = { appKeys: AppKey[]; handle: string; origin: string }

export default function AppKeys({ appKeys, handle, origin }: AppKeysProps) {
  const shown = useSignal(appKeys)
  const made = useSignal<{ name: string; key: string } | null>(null)
  const name = useSignal('')
  const problem = useSignal('')
  const removing = useSignal<AppKey | null>(null)
  const fold = useRef<HTMLDetailsElement>(null)
  const make = async (event: Event) => {
    event.preventDefault()
    problem.value = ''
    const { data, error } = await asOwner(() => api.auth['app-keys'].post({ name: name.value }))
    if (error) {
      problem.value = troubleOf(error).text
      return
    }
    shown.value = [data.appKey, ...shown.value]
    made.value = { name: data.appKey.name, key: data.key }
    name.value = ''
    if (fold.current) fold.current.open = false
    announce(say('The key is made. Copy it now.'))
  }
  const remove = async ({ id }: AppKey) => {
    const { error, status } = await api.auth['app-keys']({ id }).delete()
    if (error && status !== 404) return troubleOf(error)
    shown.value = shown.value.filter((each) => each.id !== id)
    made.value = null
    announce(say('The key is removed.'))
    return null
  }
  return (
    <div class="app-keys stack">
      {shown.value.length > 0 && (
        <ul class="sessions">
          {shown.value.map((appKey) => (
            <li key={appKey.id}>
              <span>
                <b dir="auto">{appKey.name}</b>
                <span class="mono">
                  {appKey.usedAt === null
                    ? say('not used yet ## a key of an app')
                    : inParts(say('last used <day></day> ## a key of an app'), {
                        day: () => <Day iso={appKey.usedAt ?? ''} />,
                      })}
                </span>
              </span>
              <button type="button" class="key needs-js" onClick={() => (removing.value = appKey)}>
                {inParts(say('Remove<span> the key of {name}</span>', { name: appKey.name }), {
                  span: (text) => <span class="sr">{text}</span>,
                })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {made.value && <MadeKey made={made.value} handle={handle} origin={origin} />}
      <details class="unfolds needs-js" ref={fold}>
        <summary class="key">{say('Add an app')}</summary>
        <p>
          <a href="/guide/players">{say('Which apps, and how')}</a>
        </p>
        <form class="form" onSubmit={(event) => void make(event)}>
          <div class="field">
            <label for="app-key-name">{say('Which app is it for?')}</label>
            <input
              id="app-key-name"
              value={name}
              maxLength={longest.credentialName}
              placeholder={say('Symfonium on my phone')}
              required
              onInput={(event) => (name.value = event.currentTarget.value)}
            />
          </div>
          <Said role="alert" class="problem">
            {problem}
          </Said>
          <div class="acts">
            <button type="submit" class="key">
              {say('Make a key ## for an app')}
            </button>
          </div>
        </form>
      </details>
      <AskDialog
        about={removing}
        title={() => say('Remove this key?')}
        keep={say('Keep it')}
        go={say('Remove it')}
        act={remove}
        after={() => focusOn('.app-keys summary')}
      >
        {({ name }) => (
          <p>
            {inParts(
              say('<b>{name}</b> no longer plays your music. What it has saved stays on its device.', { name }),
              {
                b: (text) => <b dir="auto">{text}</b>,
              },
            )}
          </p>
        )}
      </AskDialog>
    </div>
  )
}

type Made = { made: { name: string; key: string }; handle: string; origin: string }

/** Shown once: the site derives it again to compare, and tells it to nobody. */
const MadeKey = ({ made: { name, key }, handle, origin }: Made) => (
  <section class="notice stack" aria-label={say('Write this into {name}', { name })}>
    <p>
      {inParts(say('Write this into <b>{name}</b>. The key is shown only now.', { name }), {
        b: (text) => <b dir="auto">{text}</b>,
      })}
    </p>
    <dl class="pairs">
      <dt>{say('Server address')}</dt>
      <dd class="mono">{origin}</dd>
      <dt>{say('User name')}</dt>
      <dd class="mono">{handle}</dd>
      <dt>{say('Password, or API key')}</dt>
      <dd class="mono">{key}</dd>
    </dl>
    <div class="acts">
      <Copy url={key} label={say('Copy the key of {name}', { name })} />
    </div>
  </section>
)
