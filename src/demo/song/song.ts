import { type Mastering, master } from '../synth/master.ts'
import type { Stereo } from '../synth/stereo.ts'
import { type AmbientSong, renderAmbient } from './ambient.ts'
import { type DubSong, renderDub } from './dub.ts'
import { layOut } from './form.ts'
import { type LofiSong, renderLofi } from './lofi.ts'
import { type MotorikSong, renderMotorik } from './motorik.ts'
import { renderSynthwave, type SynthwaveSong } from './synthwave.ts'
import { renderWaltz, type WaltzSong } from './waltz.ts'

/** A song of any genre, written down: the synthesiser plays it the same way each time. */
export type Song = LofiSong | SynthwaveSong | WaltzSong | DubSong | AmbientSong | MotorikSong

const CEILING = 0.84

function play(song: Song): Stereo {
  switch (song.genre) {
    case 'lofi':
      return renderLofi(song)
    case 'synthwave':
      return renderSynthwave(song)
    case 'waltz':
      return renderWaltz(song)
    case 'dub':
      return renderDub(song)
    case 'ambient':
      return renderAmbient(song)
    case 'motorik':
      return renderMotorik(song)
  }
}

const MASTERING: Readonly<Record<Song['genre'], Mastering>> = {
  lofi: { lufs: -14.5, ceiling: CEILING, fadeInSec: 0.02, fadeOutSec: 3 },
  synthwave: { lufs: -14, ceiling: CEILING, fadeInSec: 0.01, fadeOutSec: 2.5 },
  waltz: { lufs: -15.5, ceiling: CEILING, fadeInSec: 0.01, fadeOutSec: 2 },
  dub: { lufs: -14, ceiling: CEILING, fadeInSec: 0.5, fadeOutSec: 4.5 },
  ambient: { lufs: -15.5, ceiling: CEILING, fadeInSec: 1.5, fadeOutSec: 6 },
  motorik: { lufs: -13.5, ceiling: CEILING, fadeInSec: 0.01, fadeOutSec: 3 },
}

export function renderSong(song: Song): Stereo {
  const mixed = play(song)
  master(mixed, MASTERING[song.genre])
  return mixed
}

/** How long a song is, without playing it. */
export const secondsOf = (song: Song): number => layOut<string>(song).seconds

/** When a section of a song begins; the start for a section it does not have. */
export const startOf = (song: Song, section: number): number =>
  layOut<string>(song).bars.find((bar) => bar.section === section)?.startSec ?? 0
