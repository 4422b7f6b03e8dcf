import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { tracksText } from '../../../src/lib/text/count-text.ts'
import { gap } from '../../../src/lib/text/gap.ts'
import { type KeepProgress, keepTape } from '../../kept/keep-tape.ts'
import { bytesOf, type KeptTape, soundHere, stateOf } from '../../kept/kept-list.ts'
import { takeAway } from '../../kept/take-away.ts'
import { announce } from '../../lib/announce.ts'
import { Icon } from '../../lib/icon.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { sizeOf } from '../../lib/size.ts'
import { play, toggle } from '../../player/engine.ts'
import { type Cue, current, playing } from '../../player/state.ts'
import { progressText } from './keep-offline.tsx'

type KeptRowProps = { kept: KeptTape; path: string; isOffline: boolean }

/** A kept tape: played from here, fetched where some of it is missing, and taken away. */
export function KeptRow({ kept, path, isOffline }: KeptRowProps) {
  const { tape, purchaseId, tracks } = kept
  const progress = useSignal<KeepProgress | null>(null)
  const problem = useSignal('')
  const isHere = useComputed(() => tracks.some(({ id }) => id === current.value?.id))
  const isPlaying = useComputed(() => isHere.value && playing.value)
  const { here, all, taken, replaced } = stateOf(kept)
  const title = say('{name} by {artist}', { name: tape.name, artist: tape.artist })
  const press = () => {
    if (isHere.value) return toggle()
    const cues = tracks.filter(({ id }) => soundHere.value.has(id)).map((track): Cue => ({ ...tape, ...track }))
    play(cues, 0)
  }
  const fetchRest = async () => {
    problem.value = await keepTape({ tape, purchaseId }, (now) => {
      progress.value = now
    })
    progress.value = null
  }
  useEffect(() => {
    // A kept tape should be as the site has it: replaced tracks are fetched without asking.
    if (replaced > 0 && here === all && !isOffline && progress.value === null) void fetchRest()
  }, [replaced])
  return (
    <li>
      <button
        type="button"
        class={isPlaying.value ? 'key round down' : 'key round'}
        disabled={here === 0}
        aria-label={
          isPlaying.value
            ? say('Pause {title} by {artist}', { title: tape.name, artist: tape.artist })
            : say('Play {title} by {artist}', { title: tape.name, artist: tape.artist })
        }
        onClick={press}
      >
        <Icon name={isPlaying.value ? 'pause' : 'play'} />
      </button>
      <span class="title">
        {isOffline ? (
          <b dir="auto">{title}</b>
        ) : (
          <a class="tap" href={path} dir="auto">
            {title}
          </a>
        )}
        <span class="mono">
          {tracksText(all)} · {sizeOf(bytesOf([kept]))}
        </span>
      </span>
      {!isOffline && (
        <button
          type="button"
          class="key"
          onClick={() => {
            void takeAway(new Set([purchaseId]))
            announce(say('{name} is no longer kept on this device.', { name: tape.name }))
          }}
        >
          {inParts(say('Remove<span> – {name}</span>', { name: tape.name }), {
            span: (text) => <span class="sr">{text}</span>,
          })}
        </button>
      )}
      {(here < all || replaced > 0) && (
        <p class="state">
          {here === all
            ? say(
                '{replaced, plural, one {# track was} other {# tracks were}} replaced. What is here plays until the new sound is fetched.',
                { replaced },
              )
            : taken > 0
              ? say(
                  'The browser deleted {taken, plural, one {# track} other {# tracks}} to make room. {here} of {all} are here.',
                  { taken, here, all },
                )
              : say('{here} of {all, plural, one {# track} other {# tracks}} are here.', { here, all })}
          {gap()}
          {!isOffline && progress.value === null && (
            <button type="button" class="link" onClick={() => void fetchRest()}>
              {inParts(say('Fetch what is missing<span> of {name}</span>', { name: tape.name }), {
                span: (text) => <span class="sr">{text}</span>,
              })}
            </button>
          )}
        </p>
      )}
      <p class="mono">{progress.value && progressText(progress.value)}</p>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </li>
  )
}
