import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { timeLeft } from '../../../src/lib/time/time-left.ts'

export type ClockProps = { endsAt: string; nowMs: number }

export default function Clock({ endsAt, nowMs }: ClockProps) {
  const now = useSignal(nowMs)
  useEffect(() => {
    now.value = Date.now()
    const ticking = setInterval(() => {
      now.value = Date.now()
    }, 1_000)
    return () => clearInterval(ticking)
  }, [])
  return <span class="mono left">{timeLeft(Date.parse(endsAt) - now.value)}</span>
}
