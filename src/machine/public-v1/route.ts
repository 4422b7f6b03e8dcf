import { createHeld } from '../../../db/held.ts'
import type { Ctx } from '../../context.ts'
import { createArtistReads, type V1Route } from './artist-reads.ts'
import { artistPaths, type V1Body } from './body.ts'
import { prepareArtist } from './prepare.ts'

/** Paths that only v1 answers, in its own envelope. */
export const v1Paths = ['/api/v1', '/api/v1/*'] as const

const maxBytes = 16_000_000

/** The public reads: from the database, or again while nothing was written (rule: v1-checks). */
export function createV1Route(ctx: Ctx): V1Route {
  const held = createHeld<V1Body>(ctx.db, maxBytes, ({ body }) => body.size)
  return createArtistReads(ctx, {
    prefix: '/api/v1',
    bucket: 'v1',
    refuse: () => (ctx.config.publicApi === 'off' ? { code: 'INTEGRATION_FAILURE' } : undefined),
    ready: held.get,
    prepare(handle) {
      const paths = artistPaths(handle)
      const [keepArtist, keepCatalog] = [held.begin(paths.artist), held.begin(paths.catalog)]
      const made = prepareArtist(ctx, handle)
      if (!made) return { code: 'RESOURCE_UNAVAILABLE' }
      keepArtist(made.artist)
      keepCatalog(made.catalog)
      return made
    },
  })
}
