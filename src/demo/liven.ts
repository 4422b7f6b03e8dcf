import { Type as t } from '@sinclair/typebox'
import { and, eq } from 'drizzle-orm'
import { tracks } from '../../db/schema/casset/track.ts'
import { submissions } from '../../db/schema/drop/submission.ts'
import { releases } from '../../db/schema/release/release.ts'
import { comments } from '../../db/schema/room/comment.ts'
import { visibleCasset } from '../casset/access/visible-casset.ts'
import { setFollow } from '../casset/follow/set-follow.ts'
import { setHookLike } from '../casset/hook/set-hook-like.ts'
import type { Ctx } from '../context.ts'
import { addSubmission } from '../drop/submission/add-submission.ts'
import { decideSubmission } from '../drop/submission/decide-submission.ts'
import { demoAccount } from '../lib/account/demo-account.ts'
import { defineJob } from '../platform/job/define-job.ts'
import { changePolicy } from '../release/owner/change-policy.ts'
import { publishRelease } from '../release/owner/publish-release.ts'
import { createRelease } from '../release/owner/write-release.ts'
import { postComment } from '../room/comment/post-comment.ts'
import { ARTISTS, findTrack } from './artists.ts'
import { CLIPS, type ClipSpec, DROP, PARTY, RELEASE, SAYINGS, type Saying, TAPES } from './cast/sayings.ts'
import { uploadClip } from './make-clip.ts'
import { queueDrop } from './make-drop.ts'
import { queueParty } from './make-party.ts'
import { playPast, queuePast } from './make-past.ts'
import { makeTapes } from './make-tapes.ts'
import { makeTogether } from './make-together.ts'
import { playedBy } from './played-by.ts'

type TrackRow = typeof tracks.$inferSelect

const againMs = 3_000

/** Fills an artist's room with what the others say, once all of its music is recorded. */
export const lifeJob = defineJob('demo-life', {
  payload: t.Object({ handle: t.String() }),
  concurrency: 1,
  maxAttempts: 3,
  run: async (ctx, { handle }, _attempt, signal) => {
    const recorded = recordedBy(ctx, handle)
    if (recorded) return await liven(ctx, handle, recorded, signal)
    // Not a failed attempt, of which the terminal would tell.
    queueLife(ctx, handle, againMs)
  },
})

export function queueLife(ctx: Ctx, handle: string, inMs: number): void {
  const runAt = ctx.now() + inMs
  ctx.jobs.add(lifeJob, { handle }, { key: `${handle} ${runAt}`, runAt })
}

/** Returns an artist's tracks by their slug; undefined while one of them is not ready. */
function recordedBy(ctx: Ctx, handle: string): ReadonlyMap<string, TrackRow> | undefined {
  const { cassetId } = playedBy(ctx, handle)
  const rows = ctx.db.select().from(tracks).where(eq(tracks.cassetId, cassetId)).all()
  const ready = new Map(rows.filter(({ status }) => status === 'READY').map((row) => [row.title, row]))
  const found = (ARTISTS.find((artist) => artist.handle === handle)?.tracks ?? []).flatMap(({ slug, title }) => {
    const row = ready.get(title)
    return row ? [[slug, row] as const] : [undefined]
  })
  const all = found.filter((each) => each !== undefined)
  return all.length === found.length ? new Map(all) : undefined
}

async function liven(
  ctx: Ctx,
  handle: string,
  recorded: ReadonlyMap<string, TrackRow>,
  signal: AbortSignal,
): Promise<void> {
  for (const saying of SAYINGS[handle] ?? []) {
    const track = recorded.get(saying.slug)
    if (track) await say(ctx, handle, saying, track)
  }
  for (const clip of CLIPS) {
    const track = recorded.get(clip.slug)
    if (track) await makeClip(ctx, handle, clip, track)
  }
  const ofDrop = recorded.get(DROP.slug)
  if (handle === DROP.by && ofDrop) queueDrop(ctx, ofDrop.hookId)
  if (handle === RELEASE.by) release(ctx, recorded)
  if (handle === TAPES.by) await makeTapes(ctx, recorded, signal)
  if (handle === PARTY.by) queueParty(ctx)
  if (handle === demoAccount.handle) await playPast(ctx, handle)
  queuePast(ctx, handle)
  await makeTogether(ctx, (slug) => recordedBy(ctx, findTrack(slug)?.artist.handle ?? '')?.get(slug), signal)
}

async function say(ctx: Ctx, handle: string, { by, text, at }: Saying, track: TrackRow): Promise<void> {
  const { viewer } = playedBy(ctx, by)
  const { artist } = visibleCasset(ctx, handle, viewer)
  if (by !== handle) {
    setFollow(ctx, viewer, artist, true)
    setHookLike(ctx, viewer, track.hookId, true)
  }
  const whereSaid = and(eq(comments.authorId, viewer.userId), eq(comments.text, text))
  if (ctx.db.select().from(comments).where(whereSaid).get()) return
  await postComment(ctx, handle, viewer, {
    text,
    hookId: track.hookId,
    atSec: Math.floor((track.durationSec ?? 0) * at),
  })
}

async function makeClip(
  ctx: Ctx,
  handle: string,
  { by, film, caption, isAccepted }: ClipSpec,
  { hookId }: TrackRow,
): Promise<void> {
  const { viewer } = playedBy(ctx, by)
  const whereMade = and(eq(submissions.userId, viewer.userId), eq(submissions.hookId, hookId))
  if (ctx.db.select().from(submissions).where(whereMade).get()) return
  const assetId = await uploadClip(ctx, viewer, film)
  const { id } = addSubmission(ctx, viewer, { hookId, clip: { assetId }, caption })
  if (isAccepted) decideSubmission(ctx, playedBy(ctx, handle).viewer, id, { decision: 'ACCEPTED' })
}

function release(ctx: Ctx, recorded: ReadonlyMap<string, TrackRow>): void {
  const { viewer, cassetId } = playedBy(ctx, RELEASE.by)
  if (ctx.db.select().from(releases).where(eq(releases.cassetId, cassetId)).get()) return
  const trackIds = [...recorded.values()].toSorted((a, b) => a.position - b.position).map(({ id }) => id)
  const { id } = createRelease(ctx, viewer, { title: RELEASE.title, type: 'EP', trackIds })
  publishRelease(ctx, viewer, id, RELEASE.notes)
  const { slug, notes, prices, terms } = RELEASE.single
  const track = recorded.get(slug)
  if (!track) return
  const single = createRelease(ctx, viewer, { title: track.title, type: 'SINGLE', trackIds: [track.id] })
  for (const [scope, amount] of [
    ['remix', prices.remix],
    ['download', prices.download],
  ] as const) {
    const price = { amount, currency: 'usd' }
    changePolicy(ctx, viewer, single.id, { scope, decision: 'REQUIRE_LICENSE', price, terms })
  }
  publishRelease(ctx, viewer, single.id, notes)
}
