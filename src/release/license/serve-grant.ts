import { sendDownload } from '../../casset/download/send-download.ts'
import type { Ctx } from '../../context.ts'
import { readManifest } from '../read-manifest.ts'
import { versionOf, visibleRelease } from '../visible-release.ts'
import { giveGrantBack, useGrant } from './grant.ts'
import { openFiles } from './open-files.ts'

/**
 * Serves what was granted, once; a HEAD does not use it up, and neither does what cannot be served,
 * now or to its end. Throws NOT_FOUND for a release that nobody may know of any more, FORBIDDEN,
 * UNAVAILABLE.
 */
export async function serveGrant(
  ctx: Ctx,
  releaseId: string,
  token: string,
  request: Request,
  server: Bun.Server<unknown> | null,
): Promise<Response> {
  const release = visibleRelease(ctx, releaseId)
  const grant = useGrant(ctx, releaseId, token)
  const giveBack = () => giveGrantBack(ctx, token)
  try {
    const answer = await answerOf()
    if (request.method === 'HEAD') giveBack()
    return answer
  } catch (error) {
    giveBack()
    throw error
  }

  async function answerOf(): Promise<Response> {
    const { resource } = grant
    if (resource !== 'manifest') {
      return sendDownload(ctx, request, server, () => openFiles(ctx, grant, resource, request.signal), giveBack)
    }
    const version = versionOf(ctx, release, grant.releaseVersionId)
    return new Response(readManifest(ctx, { ...release, version }), { headers: { 'content-type': 'application/json' } })
  }
}
