import type { Ctx } from '../../context.ts'
import { createArtistReads, type V1Route } from './artist-reads.ts'
import { prepareArtist } from './prepare.ts'
import { createArtistReader } from './read-artist.ts'

/** Paths that only v1 answers, in its own envelope. */
export const v1Paths = ['/api/v1', '/api/v1/*'] as const

/** The public reads (rule 8.4), from the database and the cache of what was read before. */
export function createV1Route(ctx: Ctx): V1Route {
  const reader = createArtistReader(ctx)
  return createArtistReads(ctx, {
    prefix: '/api/v1',
    bucket: 'v1',
    refuse: () => (ctx.config.publicApi === 'off' ? { code: 'INTEGRATION_FAILURE' } : undefined),
    ready: (path) => ctx.prepared.get(path),
    prepare(handle) {
      const made = prepareArtist(ctx, reader, handle)
      if (!made) return { code: 'RESOURCE_UNAVAILABLE' }
      ctx.prepared.put(handle, made)
      return made
    },
  })
}
