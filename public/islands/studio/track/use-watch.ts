import { useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import { gap } from '../../../../src/lib/text/gap.ts'
import { announce } from '../../../lib/announce.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'

const everyMs = 1_500

function newsOf(before: readonly OwnerTrack[], after: readonly OwnerTrack[]): string {
  const wound = new Set(before.filter(({ file }) => file.status === 'PROCESSING').map(({ id }) => id))
  return after
    .filter(({ id, file }) => wound.has(id) && file.status !== 'PROCESSING')
    .map(({ title, file }) =>
      file.status === 'READY' ? say('{title} is ready.', { title }) : say('{title} could not be processed.', { title }),
    )
    .join(gap())
}

/** Polls while something is processed and the page is visible, and when it becomes so again. */
export function useWatch(editor: CassetEditor): void {
  const seen = useRef(editor.tracks.peek())
  useSignalEffect(() => {
    const news = newsOf(seen.current, editor.tracks.value)
    seen.current = editor.tracks.value
    if (news) announce(news)
  })
  useSignalEffect(() => {
    if (!editor.isProcessing.value) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void editor.refresh()
    }, everyMs)
    return () => clearInterval(timer)
  })
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void editor.refresh()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [editor])
}
