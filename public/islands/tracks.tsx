import { useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import type { ByPart } from '../../src/lib/music/by.ts'
import type { PublicMedia } from '../../src/world/media.ts'
import { announce } from '../lib/announce.ts'
import { api } from '../lib/api.ts'
import { ByLine } from '../lib/by-line.tsx'
import { clock } from '../lib/clock.ts'
import { Icon } from '../lib/icon.tsx'
import { inParts } from '../lib/in-parts.tsx'
import { LikeKey, type Likes } from '../lib/like-key.tsx'
import { useNearRow } from '../lib/near-rows.ts'
import { trackAnchor } from '../lib/track-anchor.ts'
import { waveBox, wavePath } from '../lib/waveform.ts'
import { play } from '../player/engine.ts'
import { enqueue } from '../player/queue.ts'
import { type Cue, current, offered, playing, type Tape } from '../player/state.ts'
import { Waveform, type WaveformTrack } from '../player/waveform-slider.tsx'

export type TrackView = WaveformTrack & {
  /** Its artists, where they are not the casset's, and on a co-casset. */
  by?: string
  /** The same in pieces, where one of them leads to a page. */
  byParts?: readonly ByPart[]
  /** Whether its artist made it with AI (rule: track-kind). */
  isMachineMade: boolean
  /** The artist's statement about AI in its parts; absent without one (rule: ai-disclosure). */
  ai?: string
  /** The drop that accepts clips of its hook now; absent without one. */
  dropId?: string
  hook: { id: string } & Likes
  /** Its price by itself, written; absent where it is not sold so. */
  price?: string
  /** Why a viewer without the casset hears all of it: they bought it, or everybody hears it. */
  heard?: 'owned' | 'open'
  /** Why it cannot be heard; absent when it can. */
  unready?: string
}

export type TracksProps = {
  tape: Tape
  tracks: readonly TrackView[]
  viewer: PublicMedia['viewer']
}

export const cuesOf = (tape: Tape, tracks: readonly TrackView[]): Cue[] =>
  tracks
    .filter(({ unready }) => !unready)
    .map(({ id, title, by, byParts, durationSec, hook }) => ({
      ...tape,
      artist: by ?? tape.artist,
      people: byParts?.flatMap(({ text, page }) => (page === undefined ? [] : { text, page })),
      // The language of other artists of a casset is not known here.
      writesIn: by === undefined ? tape.writesIn : undefined,
      id,
      title,
      durationSec,
      hookStartSec: hook.startSec,
    }))

const Makers = ({ by, byParts }: TrackView) =>
  by === undefined ? null : (
    <span class="mono">
      {'\u00a0· '}
      {byParts ? <ByLine parts={byParts} /> : by}
    </span>
  )

type ReadyTrackProps = {
  track: TrackView
  cues: readonly Cue[]
  place: number
  isPreview: boolean
}

/** A track that can be heard; far down a long list it is drawn without its waveform and keys. */
function ReadyTrack({ track, cues, place, isPreview }: ReadyTrackProps) {
  const row = useNearRow<HTMLLIElement>(place)
  const isOn = useComputed(() => current.value?.id === track.id)
  const isPlaying = useComputed(() => isOn.value && playing.value)
  const isInvited = useSignal(false)
  const cue = cues[place]
  const isWhole = row.isWhole.value
  return (
    <li ref={row.ref} id={trackAnchor(track.id)} class={isOn.value ? 'track on' : 'track'}>
      {isWhole && (
        <button
          type="button"
          class={isPlaying.value ? 'key play down needs-js' : 'key play needs-js'}
          aria-label={
            isPlaying.value ? say('Pause {title}', { title: track.title }) : say('Play {title}', { title: track.title })
          }
          onClick={() => play(cues, place)}
        >
          <Icon name={isPlaying.value ? 'pause' : 'play'} />
        </button>
      )}
      <span class="title">
        <bdi lang={cue?.writesIn}>{track.title}</bdi> <Makers {...track} />
        {track.isMachineMade && <span class="made">{say('Made with AI')}</span>}
        {track.isGuessed && <span class="guessed">{say('Approximate waveform')}</span>}
        {track.dropId !== undefined && (
          <a class="tap in-drop" href={`/drops/${track.dropId}`}>
            {inParts(say('Drop<span> of {title}</span>', { title: track.title }), {
              span: (text) => <span class="sr">{text}</span>,
            })}
          </a>
        )}
      </span>
      <span class="meta">
        {isWhole && (
          <button
            type="button"
            class="quiet needs-js enqueue"
            aria-label={say('Add {title} to the queue', { title: track.title })}
            onClick={() => cue && enqueue(cue)}
          >
            <Icon name="add" />
          </button>
        )}
        {track.price !== undefined && (
          <a class="quiet like mono" href={`/checkout/${cue?.handle}/track/${track.id}`}>
            {inParts(say('<span>Buy {title} for </span>{price}', { title: track.title, price: track.price }), {
              span: (text) => <span class="sr">{text}</span>,
            })}
          </a>
        )}
        {track.durationSec !== null && <span class="mono">{clock(track.durationSec)}</span>}
        {isWhole && (
          <LikeKey
            of={track.title}
            id={track.hook.id}
            liked={track.hook.liked}
            likes={track.hook.likes}
            send={(liked) => api.hooks({ hookId: track.hook.id }).like.post({ liked })}
          />
        )}
      </span>
      {track.ai !== undefined && <span class="said-of-ai">{track.ai}</span>}
      {isWhole && (
        <>
          <Waveform
            track={track}
            isOn={isOn}
            isPreview={isPreview}
            onPick={(trackSec) => play(cues, place, { trackSec })}
            onUnheard={() => {
              isInvited.value = true
              if (cue) announce(invitation(cue).replaceAll(/<.*?>/g, ''))
            }}
          />
          <p class="invitation">{isInvited.value && cue && <Invitation tape={cue} />}</p>
        </>
      )}
      <noscript>
        {/* biome-ignore lint/a11y/useMediaCaption: music has no captions; the words of a track stand on the page */}
        <audio
          controls
          preload="none"
          src={`/api/audio/${track.id}${isPreview ? '/hook' : track.heard === 'open' ? '/whole' : ''}`}
        />
      </noscript>
    </li>
  )
}

/** The text after a press on a part of the waveform that the listener cannot hear. */
const invitation = ({ canCollect }: Tape) =>
  canCollect
    ? say('You hear the highlighted part. <a>Buy it to hear the rest</a>')
    : say('You hear the highlighted part. The rest cannot be bought here yet.')

const Invitation = ({ tape }: { tape: Tape }) =>
  inParts(invitation(tape), {
    a: (text) => (
      <a class="tap" href={`/checkout/${tape.handle}`}>
        {text}
      </a>
    ),
  })

const UnreadyTrack = ({ track }: { track: TrackView }) => (
  <li class="track unready">
    <span class="key play" aria-hidden="true" />
    <span class="title">
      <bdi>{track.title}</bdi>
    </span>
    <span class="state">{track.unready}</span>
    {track.peaks !== null && (
      <div class="wave">
        <svg viewBox={`0 0 ${waveBox.width} ${waveBox.height}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={wavePath(track.peaks)} />
        </svg>
      </div>
    )}
  </li>
)

export default function Tracks({ tape, tracks, viewer }: TracksProps) {
  // Everybody else hears the hooks.
  const isPreview = !(viewer.owner || viewer.entitled)
  const cues = useMemo(() => cuesOf(tape, tracks), [tape, tracks])
  useEffect(() => {
    offered.value = cues
    return () => {
      if (offered.value === cues) offered.value = []
    }
  }, [cues])
  let place = -1
  return (
    <ol class="tracks">
      {tracks.map((track) => {
        if (track.unready) return <UnreadyTrack key={track.id} track={track} />
        place += 1
        const isPart = isPreview && !track.heard
        return <ReadyTrack key={track.id} track={track} cues={cues} place={place} isPreview={isPart} />
      })}
    </ol>
  )
}
