import { useComputed, useSignal } from '@preact/signals'
import { say } from '../../src/lib/language/say.ts'
import { announce } from '../lib/announce.ts'
import { problemOf } from '../lib/api.ts'
import { Icon } from '../lib/icon.tsx'
import { play, toggle } from './engine.ts'
import { fetchCues } from './fetch-cues.ts'
import { current, playing, type Tape, waiting } from './state.ts'

/** With the id of a purchase, everything that it holds is played. */
export type PlayTapeProps = {
  tape: Tape
  label?: string
  purchaseId?: string
  /** The track that it begins with, and the second of it; without one its beginning. */
  from?: { id: string; title: string; atSec?: number }
}

export default function PlayTape({ tape, label, purchaseId, from }: PlayTapeProps) {
  const isHere = useComputed(() => (from ? current.value?.id === from.id : current.value?.handle === tape.handle))
  const isPlaying = useComputed(() => isHere.value && playing.value)
  const isAsked = useSignal(false)
  const isDown = useComputed(() => isAsked.value || isPlaying.value || (isHere.value && waiting.value))
  const problem = useSignal('')
  const tell = (text: string) => {
    problem.value = text
    announce(text)
  }
  const press = async () => {
    problem.value = ''
    const start = from?.atSec === undefined ? null : { trackSec: from.atSec }
    if (isHere.value && (isPlaying.value || start === null)) return toggle()
    if (isAsked.value) return
    // The key goes down with the press, not with the sound.
    isAsked.value = true
    const { error, cues } = await fetchCues(tape, purchaseId).finally(() => {
      isAsked.value = false
    })
    if (error) return tell(problemOf(error))
    if (cues.length === 0) tell(say('There are no tracks on it yet.'))
    else {
      const place = cues.findIndex(({ id }) => id === from?.id)
      play(cues, Math.max(0, place), start ?? {})
    }
  }
  return (
    <>
      <button
        type="button"
        class={`key needs-js ${label ? 'go' : 'round'} ${isDown.value ? 'down' : ''}`}
        aria-label={
          label
            ? undefined
            : isPlaying.value
              ? say('Pause {title} by {artist}', { title: from?.title ?? tape.name, artist: tape.artist })
              : say('Play {title} by {artist}', { title: from?.title ?? tape.name, artist: tape.artist })
        }
        onClick={() => void press()}
      >
        <Icon name={isPlaying.value ? 'pause' : 'play'} />
        {label && (isPlaying.value ? say('Pause') : label)}
      </button>
      <span class="problem">{problem}</span>
    </>
  )
}
