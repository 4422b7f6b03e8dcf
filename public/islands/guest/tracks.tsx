import { useComputed } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { clock } from '../../lib/clock.ts'
import { Icon } from '../../lib/icon.tsx'
import { hearByLink, play } from '../../player/engine.ts'
import { isSame } from '../../player/signed.ts'
import { type Cue, current, offered, playing, type Tape } from '../../player/state.ts'

export type GuestTracksProps = {
  tape: Tape
  /** The address below which each track is played by its id. */
  at: string
  tracks: readonly (Pick<Cue, 'id' | 'title' | 'durationSec' | 'hookStartSec'> & { artist?: string })[]
}

/** The music behind a link, track by track, each to be heard whole (rule: secret-link). */
export default function GuestTracks({ tape, at, tracks }: GuestTracksProps) {
  const cues = useMemo(
    () => tracks.map((track) => ({ ...tape, ...track, path: `${at}/${track.id}` })),
    [tape, at, tracks],
  )
  useEffect(() => {
    offered.value = cues
    hearByLink(cues)
    return () => {
      if (offered.value === cues) offered.value = []
    }
  }, [cues])
  return (
    <ol class="tracks">
      {cues.map((cue, place) => (
        <Track key={cue.id} cue={cue} isOwn={cue.artist === tape.artist} press={() => play(cues, place)} />
      ))}
    </ol>
  )
}

function Track({ cue, isOwn, press }: { cue: Cue & { path: string }; isOwn: boolean; press: () => void }) {
  const isOn = useComputed(() => isSame(current.value, cue))
  const isPlaying = useComputed(() => isOn.value && playing.value)
  return (
    <li class={isOn.value ? 'track on' : 'track'}>
      <button
        type="button"
        class={isPlaying.value ? 'key play down needs-js' : 'key play needs-js'}
        aria-label={
          isPlaying.value ? say('Pause {title}', { title: cue.title }) : say('Play {title}', { title: cue.title })
        }
        onClick={press}
      >
        <Icon name={isPlaying.value ? 'pause' : 'play'} />
      </button>
      <span class="title">
        <bdi>{cue.title}</bdi> {!isOwn && <span class="mono">{`\u00a0· ${cue.artist}`}</span>}
      </span>
      {cue.durationSec !== null && <span class="meta mono">{clock(cue.durationSec)}</span>}
      <noscript>
        {/* biome-ignore lint/a11y/useMediaCaption: music has no captions */}
        <audio controls preload="none" src={cue.path} />
      </noscript>
    </li>
  )
}
