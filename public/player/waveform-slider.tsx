import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../src/lib/language/say.ts'
import { clock } from '../lib/clock.ts'
import { waveBox, wavePath } from '../lib/waveform.ts'
import { fetchWhenSeen } from '../lib/waveform-fetch.ts'
import { seekTrack } from './engine.ts'
import { access, duration, trackTime } from './state.ts'
import { useSlider } from './use-slider.ts'

export type WaveformTrack = {
  id: string
  title: string
  durationSec: number | null
  hook: { startSec: number; durationSec: number }
  /**
   * Whether its waveform is estimated from the file, because no browser of its artist has measured
   * it yet (rule: undecoded-aac).
   */
  isGuessed?: boolean
  /** Packed peaks, or null for a waveform that is fetched when it scrolls into view. */
  peaks: string | null
}

type WaveformProps = {
  track: WaveformTrack
  isOn: ReadonlySignal<boolean>
  /** Whether only the hook can be heard. */
  isPreview: boolean
  onPick: (trackSec: number) => void
  /** Called for a press on a part that cannot be heard. */
  onUnheard: () => void
}

/** Also the seek bar: the hook's window is marked, the played part is filled. */
export function Waveform({ track, isOn, isPreview, onPick, onUnheard }: WaveformProps) {
  const box = useRef<HTMLDivElement>(null)
  const peaks = useSignal(track.peaks)
  const { id, title, hook } = track
  const lengthSec = track.durationSec ?? hook.startSec + hook.durationSec

  useEffect(() => {
    if (peaks.value === null && box.current) return fetchWhenSeen(box.current, id, (packed) => (peaks.value = packed))
  }, [id])
  // Tenths of a percent: finer steps would be drawn, but not seen.
  const part = (seconds: number) => `${(Math.min(1, seconds / lengthSec || 0) * 100).toFixed(1)}%`
  const played = useComputed(() => (isOn.value ? part(trackTime.value) : '0%'))
  const from = useComputed(() => (isOn.value && access.value === 'hook' ? part(hook.startSec) : '0%'))
  // A player stops some hundredths before the requested second.
  const wholeSecond = useComputed(() => (isOn.value ? Math.floor(trackTime.value + 0.1) : 0))
  const drawn = useComputed(() => (peaks.value === null ? null : wavePath(peaks.value)))
  useSignalEffect(() => {
    box.current?.style.setProperty('--played', played.value)
    box.current?.style.setProperty('--from', from.value)
  })

  const atPointer = ({ clientX }: MouseEvent) => {
    const bounds = box.current?.getBoundingClientRect()
    if (!bounds) return
    const trackSec = Math.min(1, Math.max(0, (clientX - bounds.left) / bounds.width)) * lengthSec
    const isInHook = trackSec >= hook.startSec && trackSec <= hook.startSec + hook.durationSec
    if (!isInHook && (isOn.value ? access.value === 'hook' : isPreview)) onUnheard()
    else if (isOn.value) seekTrack(trackSec)
    else onPick(trackSec)
  }
  const { told, ...keys } = useSlider(wholeSecond, (sec) => seekTrack(Math.min(sec, lengthSec)))
  const now = told.value
  const path = drawn.value
  // Keys move what is in the deck; before, a press on Play is the way there.
  const slider = isOn.value && {
    ...keys,
    role: 'slider' as const,
    tabIndex: 0,
    'aria-label': track.isGuessed
      ? say('Position in {title}, on an approximate waveform', { title })
      : say('Position in {title}', { title }),
    'aria-valuemin': 0,
    'aria-valuemax': Math.round(lengthSec),
    'aria-valuenow': now,
    'aria-valuetext': say('{time} of {length}', { time: clock(now), length: clock(lengthSec || duration.value) }),
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: before its track is in the deck only a pointer needs it
    <div ref={box} class="wave" {...slider} onClick={atPointer} onKeyDown={keys.onKeyDown}>
      <svg viewBox={`0 0 ${waveBox.width} ${waveBox.height}`} preserveAspectRatio="none" aria-hidden="true">
        {isPreview && <HookWindow hook={hook} lengthSec={lengthSec} />}
        {path !== null && <path d={path} />}
      </svg>
      {path !== null && (
        <svg
          class="played"
          viewBox={`0 0 ${waveBox.width} ${waveBox.height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d={path} />
        </svg>
      )}
    </div>
  )
}

function HookWindow({ hook, lengthSec }: { hook: WaveformTrack['hook']; lengthSec: number }) {
  if (!lengthSec) return null
  const at = (seconds: number) => Number(((Math.min(seconds, lengthSec) / lengthSec) * waveBox.width).toFixed(1))
  const x = at(hook.startSec)
  return (
    <rect
      class="hook"
      x={x}
      width={Number((at(hook.startSec + hook.durationSec) - x).toFixed(1))}
      height={waveBox.height}
      rx="1.5"
    />
  )
}
