import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Ctx } from '../../context.ts'
import { isShortOfSpace } from '../storage/keep-free.ts'
import type { Blobs } from './blobs.ts'
import { createBucketBlobs } from './bucket-blobs.ts'
import { createLocalBlobs } from './local-blobs.ts'

export function openBlobs(site: Pick<Ctx, 'config' | 'disk' | 'bucket' | 'now' | 'uuid'>): Blobs {
  const { config, bucket, now, uuid } = site
  const dir = join(config.dataDir, 'blobs')
  const local = createLocalBlobs(dir)
  if (!bucket) {
    // The cache of a bucket that is no longer used.
    const sweepScratch = () => {
      rmSync(join(dir, 'cache'), { recursive: true, force: true })
      local.sweepScratch()
    }
    return { ...local, sweepScratch }
  }
  const hasRoom = (bytes: number) => !isShortOfSpace(site, bytes)
  return createBucketBlobs({
    local,
    bucket,
    dir,
    cacheBytes: config.blobCacheBytes,
    fetches: config.accel === 'off',
    hasRoom,
    now,
    uuid,
  })
}
