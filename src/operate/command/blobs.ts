import { join } from 'node:path'
import { closeDb } from '../../../db/open.ts'
import type { Config } from '../../config.ts'
import { count } from '../../lib/text/count.ts'
import { type Moved, moveToBucket, moveToDisk } from '../../platform/blob/move-blobs.ts'
import { refuseUnusableBucket } from '../../platform/bucket/bucket-check.ts'
import { BucketError, fixOf } from '../../platform/bucket/bucket-error.ts'
import { storageSize } from '../../platform/storage/usage-text.ts'
import { openCtx } from './open-ctx.ts'
import type { Machine } from './start-serving.ts'

const tellEvery = 500
const moves = { bucket: moveToBucket, disk: moveToDisk } as const

/**
 * `tapedeck blobs move bucket|disk`: moves all media from this disk to the bucket of BLOBS, or
 * copies them back, while the site is served. Run again, it continues. Returns the exit code: 1
 * where a file could not be moved.
 */
export async function blobsCommand(
  config: Config,
  machine: Machine,
  [action, to]: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  if (action !== 'move' || (to !== 'bucket' && to !== 'disk')) {
    print('Usage: tapedeck blobs move bucket, or tapedeck blobs move disk')
    return 1
  }
  const ctx = await openCtx(config, machine, print)
  try {
    const { bucket } = ctx
    if (!bucket) {
      print('No bucket is set. Set BLOBS and the keys first, and restart the site with them: help growing tells how.')
      return 1
    }
    await refuseUnusableBucket(ctx)
    const tell = ({ files, bytes }: Moved) => {
      if (files % tellEvery === 0) print(`${count(files, 'file')}, ${storageSize(bytes)} …`)
    }
    const moved = await moves[to]({ dir: join(config.dataDir, 'blobs'), bucket, tell })
    return report(moved, to, bucket.name, print)
  } catch (thrown) {
    if (!(thrown instanceof BucketError)) throw thrown
    print(`${thrown.said} ${fixOf[thrown.fault]()} Run this again to go on.`)
    return 1
  } finally {
    closeDb(ctx.db)
  }
}

function report(
  { files, bytes, before, failed }: Moved,
  to: 'bucket' | 'disk',
  name: string,
  print: (line: string) => void,
): number {
  const where = to === 'bucket' ? `in ${name} and no longer on this disk` : 'on this disk'
  const there = before === 0 ? '' : `; ${before} of them were there already`
  print(`${count(files, 'file')}, ${storageSize(bytes)}, ${files === 1 ? 'is' : 'are'} ${where}${there}.`)
  for (const { sha256, why } of failed) print(`Not moved: ${sha256.slice(0, 12)}… (${why})`)
  if (failed.length > 0) {
    print('See tapedeck doctor --deep for what these files are.')
    return 1
  }
  if (to === 'disk') {
    print(`Now stop the site, run this once more for what was uploaded meanwhile, remove BLOBS, and start it again.`)
    print(`${name} still has its files: delete them when the site has run from this disk for some days.`)
  }
  return 0
}
