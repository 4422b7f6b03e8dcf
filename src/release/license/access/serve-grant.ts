import { sendDownload } from '../../../casset/download/send-download.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { say } from '../../../lib/language/say.ts'
import { isWithdrawing } from '../../../order/give-back/withdrawal.ts'
import { noteDownloaded } from '../../../order/withdrawal-offer.ts'
import { visibleRelease } from '../../visible-release.ts'
import { type GrantRow, giveGrantBack, grantRefused, resumeGrant, useGrant } from './grant.ts'
import { openFiles } from './open-files.ts'

/** One range that does not begin with its first byte. */
const asksForRest = ({ method, headers }: Request): boolean =>
  method === 'GET' && /^bytes=[1-9]\d*-\d*$/.test(headers.get('range') ?? '')

/**
 * Serves what was granted, once; a HEAD does not use it up, and neither does what cannot be served,
 * now or to its end. A delivery that broke off is resumed by Range (rule: grants). Throws NOT_FOUND
 * for a release that nobody may know of any more, unless it was granted at the license of somebody
 * (rule: licensed-files), FORBIDDEN, UNAVAILABLE.
 */
export async function serveGrant(
  ctx: Ctx,
  releaseId: string,
  token: string,
  request: Request,
  server: Bun.Server<unknown> | null,
  licenseId?: string,
): Promise<Response> {
  const isSold = licenseId !== undefined
  if (!isSold) visibleRelease(ctx, releaseId)
  if (asksForRest(request)) return serveRest()
  const grant = useGrant(ctx, releaseId, token, licenseId)
  if (grant.licenseId !== null && isWithdrawing(ctx, [grant.licenseId])) {
    giveGrantBack(ctx, token)
    throw new AppError('BAD_STATE', say('This is being given back.'))
  }
  const giveBack = () => giveGrantBack(ctx, token)
  try {
    const answer = await answerOf(grant, giveBack)
    if (request.method === 'HEAD') giveBack()
    else if (grant.licenseId !== null) noteDownloaded(ctx, [grant.licenseId])
    return answer
  } catch (error) {
    giveBack()
    throw error
  }

  async function serveRest(): Promise<Response> {
    const answer = await answerOf(resumeGrant(ctx, releaseId, token, licenseId))
    // nginx cuts the range itself (nginx.ts).
    if (answer.status === 206 || answer.headers.has('x-accel-redirect')) return answer
    // Without the range it would be all of it again.
    await answer.body?.cancel()
    throw grantRefused()
  }

  async function answerOf(grant: GrantRow, whenBroken?: () => void): Promise<Response> {
    return sendDownload(
      ctx,
      request,
      server,
      () => openFiles(ctx, grant, grant.resource, request.signal, isSold),
      whenBroken,
    )
  }
}
