import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import type { AlbumTags, FoundFile } from '../../lib/album/found.ts'
import { runMedia } from '../audio/ingest/run-media.ts'
import type { Tell } from './plan-import.ts'

const atOnce = 100
// A command line holds at most 128 KB in one argument.
const longestPaths = 60_000

/**
 * Returns the tags of files, read by media children a hundred at a time. A file that its child
 * could not survive is read alone, and has none then.
 */
export async function readManyTags(
  ctx: Ctx,
  root: string,
  files: readonly FoundFile[],
  tell: Tell,
): Promise<AlbumTags[]> {
  const all: AlbumTags[] = []
  for (const batch of inBatches(files.map(({ path }) => join(root, path)))) {
    tell(all.length, files.length, 'looked at')
    all.push(...(await readBatch(ctx, batch)))
  }
  return all
}

function inBatches(paths: readonly string[]): string[][] {
  const batches: string[][] = []
  let length = 0
  for (const path of paths) {
    const last = batches.at(-1)
    length += path.length * 2
    if (last === undefined || last.length >= atOnce || length > longestPaths) {
      batches.push([path])
      length = path.length * 2
    } else last.push(path)
  }
  return batches
}

async function readBatch(ctx: Ctx, paths: readonly string[]): Promise<AlbumTags[]> {
  const [first] = paths
  if (first === undefined) return []
  const read = await runMedia(ctx.selfCommand, { op: 'read-tags', master: first, masters: [...paths] })
  if (read.ok && read.files.length === paths.length) return read.files
  if (paths.length === 1) return [{}]
  const alone: AlbumTags[] = []
  for (const path of paths) alone.push(...(await readBatch(ctx, [path])))
  return alone
}
