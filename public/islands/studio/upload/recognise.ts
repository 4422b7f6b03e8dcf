import { SNIFF_BYTES, sniffAudio } from '../../../../src/lib/audio/sniff.ts'

/**
 * Returns why a file cannot be accepted, by its first bytes, before any of it is sent; null when it
 * can, or when this browser cannot read it.
 */
export async function problemOfFile(file: File, readsAlac: boolean): Promise<string | null> {
  try {
    const sniffed = sniffAudio(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()), { readsAlac })
    return sniffed.ok ? null : sniffed.problem
  } catch {
    return null
  }
}
