import type { Ctx } from '../context.ts'
import { sendFile } from '../http/send-file.ts'
import { readManifest } from '../release/read-manifest.ts'
import { versionOf, visibleRelease } from '../release/visible-release.ts'
import { giveGrantBack, useGrant } from './grant.ts'
import { openFiles } from './open-files.ts'

/**
 * Serves what was granted, once; a HEAD does not use it up, and neither does what cannot be served now. Throws NOT_FOUND
 * for a release that nobody may know of any more, FORBIDDEN, UNAVAILABLE.
 */
export async function serveGrant(ctx: Ctx, releaseId: string, token: string, request: Request): Promise<Response> {
  const release = visibleRelease(ctx, releaseId)
  const { resource, releaseVersionId } = useGrant(ctx, releaseId, token)
  try {
    const answer = await answerOf()
    if (request.method === 'HEAD') giveGrantBack(ctx, token)
    return answer
  } catch (error) {
    giveGrantBack(ctx, token)
    throw error
  }

  async function answerOf(): Promise<Response> {
    if (resource !== 'manifest') {
      return sendFile(await openFiles(ctx, release, releaseVersionId, resource, request.signal), request)
    }
    const version = versionOf(ctx, release, releaseVersionId)
    return new Response(readManifest(ctx, { ...release, version }), { headers: { 'content-type': 'application/json' } })
  }
}
