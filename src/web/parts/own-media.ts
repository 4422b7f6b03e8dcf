import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Viewer } from '../../http/session.ts'
import { isOwnerMedia, readMedia } from '../../world/read-media.ts'

/** The viewer's own world. Every account has one. */
export function ownMedia(ctx: Ctx, viewer: Viewer) {
  const media = readMedia(ctx, viewer.handle, viewer)
  if (!isOwnerMedia(media)) throw notFound('casset')
  return media
}
