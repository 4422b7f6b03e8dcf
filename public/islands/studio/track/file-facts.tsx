import type { SaidTags } from '../../../../src/casset/track/shape.ts'
import { isUnmeasured } from '../../../../src/lib/audio/formats.ts'
import { lightEnoughBytes } from '../../../../src/lib/audio/light.ts'
import { tenthText } from '../../../../src/lib/language/formats.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { byText, mostByNames } from '../../../../src/lib/music/by.ts'
import { byBeside } from '../../../../src/lib/music/by-lines.ts'
import { sizeOf } from '../../../lib/size.ts'
import type { CassetEditor, OwnerTrack } from '../casset-editor.ts'
import { ReadOtherwise } from './read-otherwise.tsx'

/** Names the artist only where the name differs. */
export function textOfTags({ artist, by, album, year, bpm }: SaidTags, artistName: string): string {
  const main = artist === undefined ? [] : [{ role: 'main', name: artist } as const]
  const others = byBeside([artistName], by ?? main)
  const said = [
    others && say('by {artist} ## who made a track', { artist: byText(others, artistName) }),
    album && say('from “{album}” ## the album that a track is from', { album }),
    year,
    bpm && say('{bpm} BPM', { bpm }),
  ]
  return said.filter((word) => word).join(' · ')
}

export function FileFacts({ track, editor }: { track: OwnerTrack; editor: CassetEditor }) {
  const { artistName } = editor
  const { file, loudnessLufs, waveformApproximate: isApproximate } = track
  const isUnknown = loudnessLufs === null && isUnmeasured({ format: file.format, isApproximate, loudnessLufs })
  const { moreBy = 0, isTooLarge, hasWrongSum } = file.tags
  const words = textOfTags(file.tags, artistName)
  return (
    <>
      <p class="mono file">
        {file.name}
        <br />
        {file.format.toUpperCase()} · {sizeOf(file.bytes)}
        {loudnessLufs !== null && ` · ${tenthText(loudnessLufs)} LUFS`}
        {file.status === 'READY' && isUnknown && ` · ${say('loudness unknown')}`}
        {file.lightBytes ? ` · ${say('{size} for slow connections', { size: sizeOf(file.lightBytes) })}` : null}
      </p>
      {file.status === 'READY' && file.lightBytes === null && file.bytes > lightEnoughBytes && (
        <p class="hint">
          {say('It has no lighter file for slow connections yet: that takes ffmpeg on the machine of the site.')}
        </p>
      )}
      {moreBy > 0 && (
        <p class="hint">
          {say('The file names {names} people; a track has room for {most}.', {
            names: moreBy + mostByNames,
            most: mostByNames,
          })}
        </p>
      )}
      {hasWrongSum && (
        <p class="hint">
          {say(
            'The checksum of the sound in this file does not fit its sound: programs that test the file will say that it is damaged. It is best to export it again.',
          )}
        </p>
      )}
      {isTooLarge && <p class="hint">{say('The tags in the file are over 32 MB, too large to be read.')}</p>}
      {words !== '' && (
        <p class="mono file" dir="auto">
          {say('In the file: {words}', { words })}
        </p>
      )}
      <ReadOtherwise editor={editor} tracks={[track]} />
    </>
  )
}
