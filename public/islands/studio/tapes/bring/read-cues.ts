import { largestCueBytes, type ReadCue, readCue } from '../../../../../src/lib/album/cue/read-cue.ts'
import type { FolderFile } from './folder-files.ts'

/** Reads cue sheets, no more of each than the longest one has. */
export async function readCues(files: readonly FolderFile[]): Promise<Map<string, ReadCue>> {
  const cues = new Map<string, ReadCue>()
  for (const { path, file } of files) {
    const bytes = await file.slice(0, largestCueBytes + 1).arrayBuffer()
    cues.set(path, readCue(new Uint8Array(bytes)))
  }
  return cues
}
