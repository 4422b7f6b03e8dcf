import { eq } from 'drizzle-orm'
import { comments } from '../../../db/schema/room/comment.ts'
import { emojis } from '../../../db/schema/shop/emoji.ts'
import { visibleTrack } from '../../casset/access/decide-access.ts'
import { isOwner, visibleCassetById } from '../../casset/access/visible-casset.ts'
import type { TakenThing } from '../../casset/taken-thing.ts'
import type { Ctx } from '../../context.ts'
import { visibleSubmission } from '../../drop/submission/find-submission.ts'
import { notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { ReportedKind } from './model.ts'
import { thingOf } from './things.ts'

type Refuse = (ctx: Ctx, id: string, viewer: Viewer | null) => void

const commentOf = ({ db }: Ctx, id: string) =>
  db.select({ cassetId: comments.cassetId }).from(comments).where(eq(comments.id, id)).get()

function refuseHiddenEmoji(ctx: Ctx, id: string, viewer: Viewer | null): void {
  const { cassetId, takenDown } = emojis
  const row = ctx.db.select({ cassetId, takenDown }).from(emojis).where(eq(emojis.id, id)).get()
  const world = visibleCassetById(ctx, row?.cassetId ?? '', viewer, 'emoji')
  // Its picture is shown to nobody else, wherever it was used.
  if (row?.takenDown !== null && !isOwner(world, viewer)) throw notFound('emoji')
}

/** Throws NOT_FOUND for what a viewer does not see. */
const refuseHidden: Readonly<Record<ReportedKind, Refuse>> = {
  page: (ctx, id, viewer) => visibleCassetById(ctx, id, viewer, 'page'),
  track: visibleTrack,
  clip: (ctx, id, viewer) => visibleSubmission(ctx, id, viewer, 'clip'),
  comment: (ctx, id, viewer) => visibleCassetById(ctx, commentOf(ctx, id)?.cassetId ?? '', viewer, 'comment'),
  emoji: refuseHiddenEmoji,
}

/** Returns a thing that a viewer sees. Throws NOT_FOUND. */
export function visibleThing(ctx: Ctx, kind: ReportedKind, id: string, viewer: Viewer | null): TakenThing {
  const thing = thingOf(ctx, kind, id)
  refuseHidden[kind](ctx, id, viewer)
  return thing
}
