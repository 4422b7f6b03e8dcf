import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { announce } from '../../../lib/announce.ts'
import type { Desk, OwnerTrack } from '../desk.ts'

const everyMs = 1_500

/** The state of tracks that are being processed. */
function newsOf(before: readonly OwnerTrack[], after: readonly OwnerTrack[]): string {
  const wound = new Set(before.filter(({ file }) => file.status === 'PROCESSING').map(({ id }) => id))
  return after
    .filter(({ id, file }) => wound.has(id) && file.status !== 'PROCESSING')
    .map(({ title, file }) => `${title} ${file.status === 'READY' ? 'is ready' : 'could not be processed'}.`)
    .join(' ')
}

/** Polls while something is being processed and the page is visible, and when it becomes visible again. */
export function useWatch(desk: Desk): void {
  const seen = useRef(desk.tracks.peek())
  useSignalEffect(() => {
    const news = newsOf(seen.current, desk.tracks.value)
    seen.current = desk.tracks.value
    if (news) announce(news)
  })
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
