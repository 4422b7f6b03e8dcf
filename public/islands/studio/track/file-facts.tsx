import type { SaidTags } from '../../../../src/casset/track/shape.ts'
import { isUnmeasured } from '../../../../src/lib/audio/formats.ts'
import { tenthText } from '../../../../src/lib/language/formats.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { sizeOf } from '../../../lib/size.ts'
import type { OwnerTrack } from '../casset-editor.ts'

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

export function FileFacts({ track, artistName }: { track: OwnerTrack; artistName: string }) {
  const { file, loudnessLufs, waveformApproximate: isApproximate } = track
  const isUnknown = loudnessLufs === null && isUnmeasured({ format: file.format, isApproximate, loudnessLufs })
  const words = textOfTags(file.tags, artistName)
  return (
    <>
      <p class="mono file">
        {file.name}
        <br />
        {file.format.toUpperCase()} · {sizeOf(file.bytes)}
        {loudnessLufs !== null && ` · ${tenthText(loudnessLufs)} LUFS`}
        {file.status === 'READY' && isUnknown && ` · ${say('loudness unknown')}`}
      </p>
      {words !== '' && (
        <p class="mono file" dir="auto">
          {say('In the file: {words}', { words })}
        </p>
      )}
    </>
  )
}
