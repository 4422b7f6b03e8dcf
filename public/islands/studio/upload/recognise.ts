import { SNIFF_BYTES, sniffAudio } from '../../../../src/lib/audio/sniff.ts'
import { ZipProblem } from '../../../../src/lib/zip/zip-problem.ts'
import { type GivenFile, startOfFile } from './packed-file.ts'

/**
 * Returns why a file cannot be accepted, by its first bytes, before any of it is sent; null when it
 * can, or when this browser cannot read it.
 */
export async function problemOfFile(file: GivenFile, readsAlac: boolean): Promise<string | null> {
  try {
    const start = await startOfFile(file, SNIFF_BYTES)
    const sniffed = sniffAudio(new Uint8Array(await start.arrayBuffer()), { readsAlac })
    return sniffed.ok ? null : sniffed.problem
  } catch (error) {
    return error instanceof ZipProblem ? error.message : null
  }
}
