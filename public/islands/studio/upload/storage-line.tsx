import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../lib/api.ts'
import { landed } from './uploads.ts'

/** The used part of the artist's quota: "1.2 of 10 GB used". Updated whenever a file has arrived. */
export function StorageLine({ words }: { words: string }) {
  const shown = useSignal(words)
  useEffect(
    () =>
      landed.subscribe(async (files) => {
        if (files === 0) return
        const { data } = await api.studio.storage.get()
        if (data) shown.value = data.storage.words
      }),
    [],
  )
  return (
    <p class="mono">
      <a href="/studio/files">{shown}</a>
    </p>
  )
}
