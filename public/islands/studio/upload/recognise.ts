import { SNIFF_BYTES, sniffAudio } from '../../../../src/lib/audio/sniff.ts'

/**
 * Returns why a file cannot be taken, by its first bytes, before any of it is sent; null where it can, or where this
 * browser cannot read it.
 */
export async function recognise(file: File, readsAlac: boolean): Promise<string | null> {
  try {
    const sniffed = sniffAudio(new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer()), { readsAlac })
    return sniffed.ok ? null : sniffed.problem
  } catch {
    return null
  }
}
