import type { AudioFormat } from '../../../../lib/audio/formats.ts'
import type { PcmLayout } from './layout.ts'
import { readAiff } from './read-aiff.ts'
import { readCaf } from './read-caf.ts'
import { readW64, readWav } from './read-wav.ts'

/** Returns where uncompressed samples are; null for a compressed file. Throws MediaProblem. */
export async function readPcm(path: string, format: AudioFormat, start: number): Promise<PcmLayout | null> {
  if (format === 'wav') return await readWav(path, start)
  if (format === 'aiff') return await readAiff(path, start)
  if (format === 'caf') return await readCaf(path)
  return format === 'w64' ? await readW64(path) : null
}
