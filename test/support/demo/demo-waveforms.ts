import { packPeaks } from '../../../public/lib/waveform.ts'
import { ARTISTS } from '../../../src/demo/artists.ts'
import type { TrackSpec } from '../../../src/demo/cast/artist.ts'
import { renderSong } from '../../../src/demo/song/song.ts'
import { peakMeter } from '../../../src/lib/audio/peaks.ts'
import { inTree } from '../tree.ts'

/** Plays a track of the demo and returns the packed waveform that its page shows. */
export function playedWaveform({ song }: TrackSpec): string {
  const { left, right } = renderSong(song)
  const meter = peakMeter()
  meter.push([left, right])
  return packPeaks(meter.waveform())
}

// `bun test/support/demo/demo-waveforms.ts` after a change of the demo's music.
if (import.meta.main) {
  const lines = ARTISTS.flatMap(({ tracks }) => tracks).map((track) => `  '${track.slug}': '${playedWaveform(track)}',`)
  const head = [
    '/**',
    ' * The waveforms of the demo’s tracks, which their pages show before the tracks are recorded. Made from the music by',
    ' * `bun test/support/demo/demo-waveforms.ts`; a test compares them.',
    ' */',
    'export const WAVEFORMS: Readonly<Record<string, string>> = {',
  ]
  await Bun.write(inTree('src/demo/waveforms.ts'), [...head, ...lines, '}', ''].join('\n'))
}
