import type { SaidTags } from '../../../../src/casset/track/shape.ts'
import { say } from '../../../../src/lib/language/say.ts'

/** Names the artist only where the name differs. */
export function textOfTags({ artist, album, year, bpm }: SaidTags, artistName: string): string {
  const isOther = artist !== undefined && artist.trim().toLowerCase() !== artistName.toLowerCase()
  const said = [
    isOther && say('by {artist} ## who made a track', { artist }),
    album && say('from “{album}” ## the album that a track is from', { album }),
    year,
    bpm && say('{bpm} BPM', { bpm }),
  ]
  return said.filter((word) => word).join(' · ')
}

export function Said({ tags, artistName }: { tags: SaidTags; artistName: string }) {
  const words = textOfTags(tags, artistName)
  return (
    words !== '' && (
      <p class="mono file" dir="auto">
        {say('In the file: {words}', { words })}
      </p>
    )
  )
}
