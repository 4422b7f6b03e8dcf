import { largestCueBytes, type ReadCue, readCue } from '../../../../../src/lib/album/cue/read-cue.ts'
import { startOfFile } from '../../upload/packed-file.ts'
import type { FolderFile } from './folder-files.ts'

/** Reads cue sheets, no more of each than the longest one has. */
export async function readCues(files: readonly FolderFile[]): Promise<Map<string, ReadCue>> {
  const cues = new Map<string, ReadCue>()
  for (const { path, file } of files) {
    const start = await startOfFile(file, largestCueBytes + 1)
    cues.set(path, readCue(new Uint8Array(await start.arrayBuffer())))
  }
  return cues
}
