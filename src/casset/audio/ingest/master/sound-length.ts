import { readPcm } from '../pcm/read-pcm.ts'
import { openMaster, sniffFile } from './open-master.ts'

/** Returns the length that a file states, in seconds, without decoding it; undefined for none. */
export async function soundLength(path: string): Promise<number | undefined> {
  try {
    const { format, audioStart } = await sniffFile(path)
    const layout = await readPcm(path, format, audioStart)
    if (layout) return layout.frames / layout.sampleRate
    const master = await openMaster(path)
    master.close()
    return master.declaredSec || undefined
  } catch {
    return undefined
  }
}
