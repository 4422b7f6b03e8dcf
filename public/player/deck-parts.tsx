import { useEffect } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { pagePath } from '../../src/lib/text/slug.ts'
import { announce } from '../lib/announce.ts'
import { Icon } from '../lib/icon.tsx'
import { inParts } from '../lib/in-parts.tsx'
import { Volume } from './controls.tsx'
import { eject, load, retry } from './engine.ts'
import { KeysSwitch } from './keys-switch.tsx'
import Lyrics from './lyrics.tsx'
import { QualityChoice } from './quality-choice.tsx'
import { dequeue } from './queue.ts'
// The part that says that the connection is gone goes on once it is back.
import './retry-when-online.ts'
import { current, fault, hookOver, index, queue, type Tape } from './state.ts'

const keyLabels = () =>
  [
    [say('Space, K'), say('play or pause')],
    [say('J, L'), say('ten seconds back, forward')],
    [say('N, P'), say('next, previous track')],
  ] as const

export const QueueContents = ({ isOpen }: { isOpen: boolean }) => (
  <>
    <h2>{say('Queue')}</h2>
    {isOpen && <QueueList />}
    {isOpen && <CurrentWords />}
    <Volume />
    <QualityChoice />
    <KeysSwitch />
    <button type="button" class="key" onClick={eject}>
      {say('Close player')}
    </button>
  </>
)

function CurrentWords() {
  const cue = current.value
  if (!cue) return null
  return (
    <>
      <Lyrics key={cue.id} tracks={[{ id: cue.id, title: say('Lyrics') }]} />
      <a class="tap notes" href={`${pagePath(cue.handle)}#liner`}>
        {say('About the artist')}
      </a>
      {cue.people?.map(({ text, page }) => (
        <a key={page} class="tap notes" href={page} dir="auto">
          {text}
        </a>
      ))}
    </>
  )
}

const QueueList = () => (
  <ol>
    {queue.value.map((cue, place) => (
      <li key={`${place}-${cue.id}`} aria-current={place === index.value ? 'true' : undefined}>
        <button type="button" class="jump" dir="auto" onClick={() => void load(place)}>
          <span lang={cue.writesIn}>{cue.title}</span> <small>{cue.artist}</small>
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

export const KeysContents = () => (
  <>
    <h2>{say('Keyboard shortcuts')}</h2>
    <dl>
      {keyLabels().map(([keys, does]) => (
        <div key={keys}>
          <dt>{keys}</dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
    <KeysSwitch />
  </>
)

const hookOverText = ({ canCollect }: Tape) =>
  canCollect
    ? say('This was the hook: <a>buy it to hear the rest</a>.')
    : say('This was the hook. The rest cannot be bought here yet.')

/** The message for the listener: why the tape has stopped, or that the hook is over. */
export function Strip() {
  const stuck = fault.value
  const over = hookOver.value
  const ended = !stuck && over && location.pathname !== `/checkout/${over.handle}` ? over : null
  const stuckText = stuck?.kind === 'offline' ? say('You are offline.') : say('The tape jammed.')
  useEffect(() => {
    if (stuck) announce(`${stuckText} ${stuck.reason}`)
    if (ended) announce(hookOverText(ended).replaceAll(/<.*?>/g, ''))
  }, [stuck, ended])
  return (
    <div class="strip">
      {stuck && (
        <p class="jam">
          <strong>{stuckText}</strong> {stuck.reason}
          <button type="button" class="key" onClick={retry}>
            <Icon name="retry" />
            {say('Try again')}
          </button>
        </p>
      )}
      {ended && (
        <p class="hand">
          {inParts(hookOverText(ended), { a: (text) => <a href={`/checkout/${ended.handle}`}>{text}</a> })}
        </p>
      )}
    </div>
  )
}
