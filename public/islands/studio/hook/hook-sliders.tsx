import { type Signal, useSignalEffect } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { fineBox, fineWave } from './fine-wave.ts'
import { afterKey, type HookWindow, lastFor, longestSec, shortestSec, startAt, textOfSeconds } from './hook-window.ts'

type HookSlidersProps = {
  title: string
  /** Null until they have been fetched. */
  peaks: readonly number[] | null
  window: HookWindow
  trackSec: number
  /** The second of the track that is playing, or null. */
  playedAt: Signal<number | null>
  onPut: (window: HookWindow) => void
}

type Grip = { part: 'window' | 'end'; offsetSec: number; before: HookWindow }

export function HookSliders({ title, peaks, window, trackSec, playedAt, onPut }: HookSlidersProps) {
  const box = useRef<HTMLDivElement>(null)
  const grip = useRef<Grip | null>(null)
  const path = useMemo(() => (peaks ? fineWave(peaks) : ''), [peaks])
  const percent = (seconds: number) => `${((seconds / trackSec) * 100).toFixed(3)}%`

  useEffect(() => {
    box.current?.style.setProperty('--from', percent(window.startSec))
    box.current?.style.setProperty('--for', percent(window.durationSec))
  }, [window.startSec, window.durationSec, trackSec])
  useSignalEffect(() => {
    box.current?.style.setProperty('--at', percent(playedAt.value ?? 0))
    if (box.current) box.current.dataset.playing = playedAt.value === null ? 'no' : 'yes'
  })

  const secondAt = ({ clientX }: PointerEvent) => {
    const bounds = box.current?.getBoundingClientRect()
    return bounds ? ((clientX - bounds.left) / bounds.width) * trackSec : 0
  }
  const grab = (event: PointerEvent) => {
    if (event.button !== 0) return
    const second = secondAt(event)
    const { startSec, durationSec } = window
    const isEnd = event.target instanceof Element && event.target.classList.contains('hook-end')
    const isInside = second >= startSec && second <= startSec + durationSec
    box.current?.setPointerCapture(event.pointerId)
    const offsetSec = isEnd ? second - startSec - durationSec : isInside ? second - startSec : durationSec / 2
    grip.current = { part: isEnd ? 'end' : 'window', offsetSec, before: window }
    if (!isEnd && !isInside) onPut(startAt(window, second - offsetSec, trackSec))
  }
  const drag = (event: PointerEvent) => {
    if (!grip.current) return
    const { part, offsetSec } = grip.current
    const second = secondAt(event) - offsetSec
    onPut(part === 'end' ? lastFor(window, second - window.startSec, trackSec) : startAt(window, second, trackSec))
  }
  const letGo = (isCancelled: boolean) => {
    // A touch that turned out to scroll the page moves nothing.
    if (isCancelled && grip.current) onPut(grip.current.before)
    grip.current = null
  }
  const keyStart = (event: KeyboardEvent) => {
    const second = afterKey(event, window.startSec, trackSec)
    if (second === null) return
    event.preventDefault()
    onPut(startAt(window, second, trackSec))
  }
  const keyEnd = (event: KeyboardEvent) => {
    const seconds = afterKey(event, window.durationSec, longestSec)
    if (seconds === null) return
    event.preventDefault()
    onPut(lastFor(window, seconds, trackSec))
  }

  const endSec = window.startSec + window.durationSec
  return (
    <div
      ref={box}
      class="hook-wave"
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={() => letGo(false)}
      onPointerCancel={() => letGo(true)}
    >
      <svg viewBox={`0 0 ${fineBox.width} ${fineBox.height}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
      <div
        class="hook-window"
        role="slider"
        tabIndex={0}
        aria-label={say('Hook of {title}', { title })}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, Math.round((trackSec - window.durationSec) * 10) / 10)}
        aria-valuenow={window.startSec}
        aria-valuetext={say('{start} to {end}', {
          start: textOfSeconds(window.startSec),
          end: textOfSeconds(endSec),
        })}
        onKeyDown={keyStart}
      />
      <div
        class="hook-end"
        role="slider"
        tabIndex={0}
        aria-label={say('Length of the hook of {title}', { title })}
        aria-valuemin={shortestSec}
        aria-valuemax={longestSec}
        aria-valuenow={window.durationSec}
        aria-valuetext={say('{count} seconds', { count: Math.round(window.durationSec * 10) / 10 })}
        onKeyDown={keyEnd}
      />
      <i class="hook-at" aria-hidden="true" />
    </div>
  )
}
