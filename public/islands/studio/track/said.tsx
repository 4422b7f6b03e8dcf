import type { SaidTags } from '../../../../src/casset/track/shape.ts'

/** Returns what the tags of a file say that has no place on the page, and of the artist only another name. */
export function wordsOfTags({ artist, album, year, bpm }: SaidTags, artistName: string): string {
  const isOther = artist !== undefined && artist.trim().toLowerCase() !== artistName.toLowerCase()
  const said = [isOther && `by ${artist}`, album && `from “${album}”`, year, bpm && `${bpm} BPM`]
  return said.filter((word) => word).join(' · ')
}

/** What a track's file says of itself. */
export function Said({ tags, artistName }: { tags: SaidTags; artistName: string }) {
  const words = wordsOfTags(tags, artistName)
  return (
    words !== '' && (
      <p class="mono file" dir="auto">
        In the file: {words}
      </p>
    )
  )
}
