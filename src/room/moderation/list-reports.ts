import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { alias, union } from 'drizzle-orm/sqlite-core'
import { artists } from '../../../db/schema/account/account.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { comments } from '../../../db/schema/room/comment.ts'
import { commentReports, roomMembers } from '../../../db/schema/room/moderation.ts'
import { slugColumn } from '../../casset/artist-of.ts'
import { toComment, toPerson } from '../../casset/comment/to-comment.ts'
import type { Ctx } from '../../context.ts'
import { cutPage } from '../../lib/cut-page.ts'
import { commentReasonText } from '../../lib/music/comment-reasons.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { Report, Reports } from './model.ts'

const creators = alias(artists, 'creators')
const reporters = alias(artists, 'reporters')
const authors = alias(artists, 'authors')

const selectReports = (ctx: Ctx) =>
  ctx.db
    .select({
      report: commentReports,
      comment: comments,
      author: authors,
      reporter: reporters,
      casset: { slug: slugColumn(creators), name: cassets.name },
    })
    .from(commentReports)
    .innerJoin(comments, eq(comments.id, commentReports.commentId))
    .innerJoin(cassets, eq(cassets.id, commentReports.cassetId))
    .innerJoin(creators, eq(creators.id, cassets.artistId))
    .innerJoin(authors, eq(authors.userId, comments.authorId))
    .innerJoin(reporters, eq(reporters.userId, commentReports.reporterId))
    .$dynamic()

type Row = ReturnType<ReturnType<typeof selectReports>['all']>[number]

const toReport = (ctx: Ctx, { report, comment, author, reporter, casset }: Row): Report => ({
  id: report.id,
  casset,
  reporter: toPerson(ctx, reporter),
  author: toPerson(ctx, author),
  reason: commentReasonText(report.reason),
  comment: comment.removedAt === null ? toComment(ctx, comment, author) : null,
  action: report.action,
  createdAt: new Date(report.createdAt).toISOString(),
  resolvedAt: isoOf(report.resolvedAt),
})

function moderatedBy({ db }: Ctx, { artistId, userId }: Viewer) {
  const own = db.select({ id: cassets.id }).from(cassets).where(eq(cassets.artistId, artistId))
  const asked = and(eq(roomMembers.userId, userId), sql`${roomMembers.moderator} = 1`)
  return union(own, db.select({ id: roomMembers.cassetId }).from(roomMembers).where(asked))
}

/** Returns open reports, oldest first: of rooms that the caller moderates; for the owner, all. */
export function listReports(ctx: Ctx, viewer: Viewer, limit: number, cursor?: string): Reports {
  const whereMine = viewer.role === 'owner' ? undefined : inArray(commentReports.cassetId, moderatedBy(ctx, viewer))
  const whereFurther = cursor === undefined ? undefined : gt(commentReports.id, cursor)
  const rows = selectReports(ctx)
    .where(and(isNull(commentReports.resolvedAt), whereMine, whereFurther))
    .orderBy(asc(commentReports.id))
    .limit(limit + 1)
    .all()
  const { page, nextCursor } = cutPage(rows, limit, ({ report }) => report.id)
  return { reports: page.map((row) => toReport(ctx, row)), nextCursor }
}

export function readReport(ctx: Ctx, id: string): Report | undefined {
  const row = selectReports(ctx).where(eq(commentReports.id, id)).get()
  return row && toReport(ctx, row)
}
