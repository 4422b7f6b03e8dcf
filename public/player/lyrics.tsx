import { useSignal } from '@preact/signals'
import { shownLyrics } from '../../src/lib/album/lyrics.ts'
import { say } from '../../src/lib/language/say.ts'
import { api, problemOf } from '../lib/api.ts'

type Sung = { id: string; title: string }

/** Each is fetched when opened: all of them would be too long for the list. */
export default function Lyrics({ tracks }: { tracks: readonly Sung[] }) {
  return tracks.map((track) => <LyricsOf key={track.id} {...track} />)
}

function LyricsOf({ id, title }: Sung) {
  const text = useSignal('')
  const language = useSignal<string | undefined>(undefined)
  const open = async () => {
    if (text.value) return
    const { data, error } = await api.tracks({ id }).lyrics.get()
    language.value = data?.lyrics ? data.writesIn : undefined
    text.value = error ? problemOf(error) : shownLyrics(data.lyrics ?? '') || say('This track has no lyrics.')
  }
  return (
    <details class="fold" onToggle={() => void open()}>
      <summary dir="auto">{title}</summary>
      <p class="lyrics" dir="auto" lang={language}>
        {text}
      </p>
    </details>
  )
}
