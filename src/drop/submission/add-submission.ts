import { and, count, desc, eq, gt } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { submissions } from '../../../db/schema/drop/submission.ts'
import { refuseBlockedWords } from '../../account/block-list.ts'
import { cleanLine } from '../../account/clean-text.ts'
import { refuseManyOfNew } from '../../account/new-account.ts'
import { refuseBanned } from '../../casset/access/member-status.ts'
import { visibleHook } from '../../casset/hook/visible-hook.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { httpsUrl } from '../../lib/address/https-url.ts'
import { say } from '../../lib/language/say.ts'
import { ownAsset } from '../../platform/asset/own-asset.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { campaignToEnter, enterCampaign } from '../enter-campaign.ts'
import type { NewSubmission } from './model.ts'
import { readSubmissions } from './read-submissions.ts'
import type { Submission } from './shape.ts'

const mostOfOne = 10

/**
 * Submits a clip to a hook; its artist decides about it (rule: clips). Throws NOT_FOUND for a hook
 * or drop that is absent or hidden from the caller, VALIDATION by field, FORBIDDEN when banned from
 * the casset's room, BAD_STATE for an upload that is already submitted, for too many clips of one
 * person or of a new account, and for a drop that they may not enter (rule: drop-entries).
 */
export function addSubmission(ctx: Ctx, author: Viewer, body: NewSubmission): Submission {
  const { hookId, clip, caption = '', campaignId } = body
  const { url, assetId } = clip
  if ((url === undefined) === (assetId === undefined)) {
    throw invalid('clip', say('A clip has either "url" or "assetId".'))
  }
  const href = url === undefined ? null : readLink(url)
  const { world } = visibleHook(ctx, hookId, author)
  refuseBanned(ctx, world.casset.id, author.userId)
  const campaign = campaignId === undefined ? null : campaignToEnter(ctx, author, campaignId, hookId)
  const title = cleanLine(caption)
  refuseBlockedWords(ctx, 'caption', title)
  const row = {
    id: ctx.uuid(),
    hookId,
    cassetId: world.casset.id,
    userId: author.userId,
    url: href,
    assetId: assetId === undefined ? null : ownAsset(ctx, author, 'clip', assetId, 'clip.assetId').id,
    caption: title,
    campaignId: campaign?.id ?? null,
    createdAt: ctx.now(),
  }
  inTransaction(ctx.db, () => {
    refuseSubmitted(ctx, row)
    refuseMany(ctx, row)
    refuseManyOfNew(ctx, author.userId, 'clip', (since, most) => submittedSince(ctx, author.userId, { since, most }))
    ctx.db.insert(submissions).values(row).run()
    if (campaign) enterCampaign(ctx, author, campaign, row.id)
  })
  const [submission] = readSubmissions(ctx, [row.id], author.userId)
  if (!submission) throw notFound('submission')
  return submission
}

type Span = { since: number; most: number }

const submittedSince = ({ db }: Ctx, userId: string, { since, most }: Span): number[] =>
  db
    .select({ at: submissions.createdAt })
    .from(submissions)
    .where(and(eq(submissions.userId, userId), gt(submissions.createdAt, since)))
    .orderBy(desc(submissions.createdAt))
    .limit(most)
    .all()
    .map(({ at }) => at)

function readLink(url: string): string {
  const href = httpsUrl(url)
  if (href === undefined) throw invalid('clip.url', say('A link must be an https address, without a user name.'))
  return href
}

function refuseSubmitted(ctx: Ctx, { assetId }: { assetId: string | null }): void {
  if (assetId === null) return
  const known = ctx.db.select({ id: submissions.id }).from(submissions).where(eq(submissions.assetId, assetId)).get()
  if (!known) return
  const hint = say('Withdraw it there first, or upload it again.')
  throw new AppError('BAD_STATE', say('This clip is submitted already.'), { field: 'clip.assetId', hint })
}

function refuseMany(ctx: Ctx, { userId, hookId }: { userId: string; hookId: string }): void {
  const ofOne = and(eq(submissions.userId, userId), eq(submissions.hookId, hookId))
  const found = ctx.db.select({ count: count() }).from(submissions).where(ofOne).get()
  if ((found?.count ?? 0) < mostOfOne) return
  throw new AppError('BAD_STATE', say('One person can submit at most {mostOfOne} clips to a hook.', { mostOfOne }), {
    hint: say('Withdraw one first.'),
  })
}
