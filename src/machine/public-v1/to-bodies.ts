import { TypeCompiler } from '@sinclair/typebox/compiler'
import type { Ctx } from '../../context.ts'
import { once } from '../../lib/turn/once.ts'
import { artistPaths, toV1Body, type V1Bodies, type V1Prefix } from './body.ts'
import { PublicArtist, PublicCatalog } from './model.ts'

const isArtist = once(() => TypeCompiler.Compile(PublicArtist))
const isCatalog = once(() => TypeCompiler.Compile(PublicCatalog))

export type PublicFacts = PublicArtist['artist'] & { tracks: PublicCatalog['tracks'] }

/**
 * Returns both v1 bodies of an artist (rules: v1-artist, v1-catalog), each validated against its
 * schema: throws rather than send an answer that strict clients reject.
 */
export function toBodies(ctx: Ctx, prefix: V1Prefix, { tracks, ...identity }: PublicFacts): V1Bodies {
  const { handle, displayName } = identity
  const artist: PublicArtist = {
    schema: 'svc.public-artist.v1',
    artist: identity,
    links: { profile: link(ctx, `/@${handle}`), catalog: link(ctx, artistPaths(handle, prefix).catalog) },
  }
  const catalog: PublicCatalog = {
    schema: 'svc.public-catalog.v1',
    artist: { handle, displayName },
    tracks,
    page: { count: tracks.length },
  }
  if (!isArtist().Check(artist) || !isCatalog().Check(catalog))
    throw new Error('The public answers do not fit their schema.')
  return { artist: toV1Body(artist), catalog: toV1Body(catalog) }
}

/** Links are root-relative, and absolute where the site has an https address (rule: v1-links). */
const link = (ctx: Ctx, path: string) => (ctx.site.isHttps ? ctx.site.origin + path : path)
