import { useSignal } from '@preact/signals'
import { say } from '../../src/lib/language/say.ts'
import { pagePath } from '../../src/lib/text/slug.ts'
import { Icon } from '../lib/icon.tsx'
import { Volume } from './controls.tsx'
import { eject, load } from './engine.ts'
import { keysOn } from './keys.ts'
import Lyrics from './lyrics.tsx'
import { dequeue } from './queue.ts'
import { current, index, queue } from './state.ts'

const keyLabels = () =>
  [
    [say('Space, K'), say('play or pause')],
    [say('J, L'), say('ten seconds back, forward')],
    [say('N, P'), say('next, previous track')],
  ] as const

export function QueuePanel() {
  const isOpen = useSignal(false)
  return (
    <>
      <button type="button" class="key" popovertarget="deck-queue" aria-label={say('Queue')}>
        <Icon name="queue" />
      </button>
      <div
        id="deck-queue"
        class="slip"
        popover="auto"
        onToggle={({ newState }) => {
          isOpen.value = newState === 'open'
        }}
      >
        <h2>{say('Queue')}</h2>
        {isOpen.value && <QueueList />}
        {isOpen.value && <CurrentWords />}
        <Volume />
        <button type="button" class="key" onClick={eject}>
          {say('Close player')}
        </button>
      </div>
    </>
  )
}

function CurrentWords() {
  const cue = current.value
  if (!cue) return null
  return (
    <>
      <Lyrics key={cue.id} tracks={[{ id: cue.id, title: say('Lyrics') }]} />
      <a class="tap notes" href={`${pagePath(cue.handle)}#liner`}>
        {say('About the artist')}
      </a>
    </>
  )
}

const QueueList = () => (
  <ol>
    {queue.value.map((cue, place) => (
      <li key={`${place}-${cue.id}`} aria-current={place === index.value ? 'true' : undefined}>
        <button type="button" class="jump" dir="auto" onClick={() => void load(place)}>
          {cue.title} <small>{cue.artist}</small>
        </button>
        {place !== index.value && (
          <button
            type="button"
            class="quiet"
            aria-label={say('Remove {title} from the queue', { title: cue.title })}
            onClick={() => dequeue(place)}
          >
            <Icon name="cross" />
          </button>
        )}
      </li>
    ))}
  </ol>
)

export const KeysPanel = () => (
  <>
    <button type="button" class="key wide-only" popovertarget="deck-keys" aria-label={say('Keyboard shortcuts')}>
      <Icon name="keys" />
    </button>
    <div id="deck-keys" class="slip" popover="auto">
      <h2>{say('Keyboard shortcuts')}</h2>
      <dl>
        {keyLabels().map(([keys, does]) => (
          <div key={keys}>
            <dt>{keys}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input
          type="checkbox"
          checked={keysOn.value}
          onChange={({ currentTarget }) => {
            keysOn.value = currentTarget.checked
          }}
        />
        {say('Use these shortcuts')}
      </label>
    </div>
  </>
)
