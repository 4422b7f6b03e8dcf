import { useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Desk } from './desk.ts'

const everyMs = 1_500

/** Asks how things stand while something is being made ready and somebody is looking, and when they look again. */
export function useWatch(desk: Desk): void {
  useSignalEffect(() => {
    if (!desk.isWinding.value) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void desk.refresh()
    }, everyMs)
    return () => clearInterval(timer)
  })
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void desk.refresh()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [desk])
}
