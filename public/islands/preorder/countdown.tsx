import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { timeLeft } from '../../../src/lib/time/time-left.ts'
import { refill } from '../../lib/refill.ts'

export type CountdownProps = {
  opensAt: string
  nowMs: number
  /** The address of the calendar file; null where the viewer may not see the casset. */
  calendar: string | null
}

const firstMs = 1_000
const spreadMs = 4_000
const mostMs = 60_000

/** Asks for the open page until it comes, each visitor at their own moment, then less often. */
function awaitOpening(): () => void {
  const left = new AbortController()
  let timer: ReturnType<typeof setTimeout>
  const askIn = (ms: number) => {
    timer = setTimeout(async () => {
      await refill(left.signal)
      if (!left.signal.aborted) askIn(Math.min(ms * 2, mostMs))
    }, ms)
  }
  askIn(firstMs + Math.random() * spreadMs)
  return () => {
    clearTimeout(timer)
    left.abort()
  }
}

/** Counts down to the hour of a preorder; then the page turns into that of an open casset. */
export default function Countdown({ opensAt, nowMs, calendar }: CountdownProps) {
  const now = useSignal(nowMs)
  const leftMs = Date.parse(opensAt) - now.value
  const isOver = leftMs <= 0
  useEffect(() => {
    now.value = Date.now()
    if (isOver) return awaitOpening()
    const ticking = setInterval(() => {
      now.value = Date.now()
    }, 1_000)
    return () => clearInterval(ticking)
  }, [isOver])
  return (
    <p class="mono row countdown">
      <span class="needs-js" role="timer">
        {isOver ? say('Opening…') : timeLeft(leftMs)}
      </span>
      {calendar !== null && !isOver && (
        <a class="tap" href={calendar} download>
          {say('Add to your calendar')}
        </a>
      )}
    </p>
  )
}
