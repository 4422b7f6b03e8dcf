import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import type { AlbumTags, FoundFile } from '../../lib/album/found.ts'
import { machineMemory } from '../../lib/turn/machine-memory.ts'
import { createSemaphore } from '../../lib/turn/semaphore.ts'
import { runMedia } from '../audio/ingest/run-media.ts'
import type { Tell } from './tell.ts'

const mostInBatch = 300
// A command line holds at most 128 KB in one argument.
const mostPathBytes = 100_000
const children = 2

/**
 * Returns the tags of files, read by two media children at once, up to 300 files each. When a child
 * crashes, its files are read again in halves, until the file that crashes it is found, which gets
 * no tags. `measures`: with the lengths of the sound.
 */
export async function readManyTags(
  ctx: Ctx,
  root: string,
  files: readonly FoundFile[],
  tell: Tell,
  { measures = false }: { measures?: boolean } = {},
): Promise<AlbumTags[]> {
  const inTurn = createSemaphore({ atOnce: machineMemory().isTight ? 1 : children, waiting: files.length })
  let done = 0
  const read = async (batch: readonly string[]) => {
    tell(done, files.length, 'looked at')
    const tags = await readBatch(ctx, batch, measures)
    done += batch.length
    return tags
  }
  const batches = inBatches(files.map(({ path }) => join(root, path)))
  return (await Promise.all(batches.map((batch) => inTurn(() => read(batch))))).flat()
}

function inBatches(paths: readonly string[]): string[][] {
  const batches: string[][] = []
  let bytes = 0
  for (const path of paths) {
    const last = batches.at(-1)
    const own = Buffer.byteLength(JSON.stringify(path)) + 1
    bytes += own
    if (last === undefined || last.length >= mostInBatch || bytes > mostPathBytes) {
      batches.push([path])
      bytes = own
    } else last.push(path)
  }
  return batches
}

async function readBatch(ctx: Ctx, paths: readonly string[], measures: boolean): Promise<AlbumTags[]> {
  const [first] = paths
  if (first === undefined) return []
  const read = await runMedia(ctx.selfCommand, { op: 'read-tags', master: first, masters: [...paths], measures })
  if (read.ok && read.files.length === paths.length) return read.files
  if (paths.length === 1) return [{}]
  const middle = Math.ceil(paths.length / 2)
  return [
    ...(await readBatch(ctx, paths.slice(0, middle), measures)),
    ...(await readBatch(ctx, paths.slice(middle), measures)),
  ]
}
