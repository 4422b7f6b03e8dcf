import type { Signed, Sound } from '../signed.ts'
import type { Cutter } from './cutter.ts'
import { cutFlac } from './flac.ts'
import { cutM4a } from './m4a.ts'
import { cutMp3 } from './mp3.ts'
import { cutOpus } from './opus.ts'
import { OddSound, openSoundFile, type SoundFile } from './sound-file.ts'
import { cutWav } from './wav.ts'

/** The first track begins here, as the delay before its music would be before the start. */
const originSec = 1

const cutters: Readonly<Record<string, (file: SoundFile, lengthSec: number) => Promise<Cutter>>> = {
  'audio/flac': cutFlac,
  'audio/mp4': cutM4a,
  'audio/mpeg': cutMp3,
  'audio/ogg': cutOpus,
  'audio/wav': cutWav,
}

/** A track, and where on the tape it begins and ends, in seconds. */
export type Part = {
  signed: Signed
  file: SoundFile
  cutter: Cutter
  beginSec: number
  lengthSec: number
  endSec: number | null
  /** Whether all of it, from where it was entered, was appended. */
  isWhole: boolean
  isJoined: boolean
  /** Ends the present filling. */
  filling: AbortController
  filled: Promise<void> | null
}

const idle = () => ({ filling: new AbortController(), filled: null })

/** Tracks that this tab cannot join, or failed to. */
const odd = new Set<string>()
/** From now on it is played as a file of its own. */
export const playAlone = ({ id }: Sound) => {
  odd.add(id)
}

/** Notes what cannot be cut; a failure of the network may be over the next time. */
export function noteOdd(sound: Sound, thrown: unknown): boolean {
  const isOdd = thrown instanceof OddSound || thrown instanceof RangeError
  if (isOdd) playAlone(sound)
  return isOdd
}

export async function openPart(signed: Signed): Promise<Part> {
  const { id, durationSec: lengthSec } = signed.sound
  if (!lengthSec || odd.has(id)) throw new OddSound()
  const file = await openSoundFile(signed)
  try {
    const cutter = await cutters[file.type.split(';')[0] ?? '']?.(file, lengthSec)
    if (!cutter || !MediaSource.isTypeSupported(cutter.type)) throw new OddSound()
    return {
      signed,
      file,
      cutter,
      beginSec: originSec,
      lengthSec,
      endSec: null,
      isWhole: false,
      isJoined: false,
      ...idle(),
    }
  } catch (thrown) {
    file.stop()
    // Faults inside a file are found while it is read.
    noteOdd(signed.sound, thrown)
    throw thrown
  }
}
