import { and, desc, eq, sql } from 'drizzle-orm'
import { isAmong } from '../../../db/among.ts'
import { prepared } from '../../../db/prepared.ts'
import { artists } from '../../../db/schema/account/account.ts'
import { hooks } from '../../../db/schema/casset/hook.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { submissionLikes, submissions } from '../../../db/schema/drop/submission.ts'
import { assets } from '../../../db/schema/platform/asset.ts'
import { pictureUrl } from '../../account/picture.ts'
import type { Ctx } from '../../context.ts'
import type { StudioSubmissions } from './model.ts'
import type { Submission } from './shape.ts'

const select = prepared((db) => {
  const byViewer = eq(submissionLikes.userId, sql.placeholder('userId'))
  return db
    .select({
      submission: submissions,
      author: { handle: artists.handle, displayName: artists.displayName, pfpAssetId: artists.pfpAssetId },
      clip: {
        contentType: assets.contentType,
        durationSec: assets.durationSec,
        width: assets.width,
        height: assets.height,
      },
      track: { id: tracks.id, title: tracks.title },
      likedAt: submissionLikes.createdAt,
    })
    .from(submissions)
    .innerJoin(artists, eq(artists.userId, submissions.userId))
    .innerJoin(hooks, eq(hooks.id, submissions.hookId))
    .innerJoin(tracks, eq(tracks.id, hooks.trackId))
    .leftJoin(assets, eq(assets.id, submissions.assetId))
    .leftJoin(submissionLikes, and(eq(submissionLikes.submissionId, submissions.id), byViewer))
    .where(isAmong(submissions.id, sql.placeholder('ids')))
    .orderBy(desc(submissions.id))
})

type Row = ReturnType<ReturnType<typeof select>['all']>[number]

/**
 * Returns the clips with these ids. One that the site took down is returned to its maker alone,
 * also as a winner of a drop that has ended.
 */
const rowsOf = ({ db }: Ctx, ids: readonly string[], userId: string | null): Row[] =>
  select(db)
    .all({ ids: JSON.stringify(ids), userId: userId ?? '' })
    .filter(({ submission }) => submission.takenDown === null || submission.userId === userId)

export const clipUrl = (assetId: string): string => `/api/hooks/clips/${assetId}`

function toSubmission(ctx: Ctx, { submission, author, clip, likedAt }: Row, seesReason: boolean): Submission {
  const { id, hookId, url, assetId, caption, campaignId, status, reason, likes, createdAt } = submission
  const { handle, displayName } = author
  const none = { contentType: null, durationSec: null, width: null, height: null }
  return {
    id,
    hookId,
    author: { handle, displayName, pfp: pictureUrl(ctx, author) },
    clip: { ...(clip ?? none), url: url ?? clipUrl(assetId ?? ''), assetId },
    caption,
    campaignId,
    status,
    reason: seesReason ? reason : null,
    likes,
    liked: likedAt !== null,
    createdAt: new Date(createdAt).toISOString(),
  }
}

/** Returns submissions as a viewer sees them, newest first. Only the maker reads the note. */
export const readSubmissions = (ctx: Ctx, ids: readonly string[], userId: string | null): Submission[] =>
  rowsOf(ctx, ids, userId).map((row) => toSubmission(ctx, row, row.submission.userId === userId))

/** Returns submissions as the artist of their hooks sees them, newest first. */
export const readAsArtist = (ctx: Ctx, ids: readonly string[], userId: string): StudioSubmissions['submissions'] =>
  rowsOf(ctx, ids, userId).map((row) => ({ ...toSubmission(ctx, row, true), track: row.track }))
