import { useSignal } from '@preact/signals'
import { api, problemOf } from '../lib/api.ts'

export type WordsProps = { trackId: string; title: string }

/** The words of a track in a list too long to carry them all: fetched when they are opened. */
export default function Words({ trackId, title }: WordsProps) {
  const text = useSignal('')
  const open = async () => {
    if (text.value) return
    const { data, error } = await api.tracks({ id: trackId }).lyrics.get()
    text.value = error ? problemOf(error) : (data.lyrics ?? '')
  }
  return (
    <details class="words" onToggle={() => void open()}>
      <summary dir="auto">{title}</summary>
      <p class="lyrics" dir="auto">
        {text}
      </p>
    </details>
  )
}
