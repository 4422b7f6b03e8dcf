import { eq } from 'drizzle-orm'
import { emojis } from '../../../db/schema/money/emoji.ts'
import { comments } from '../../../db/schema/room/room.ts'
import { visibleTrack } from '../../casset/access/decide-access.ts'
import { visibleCassetById } from '../../casset/access/visible-casset.ts'
import type { TakenThing } from '../../casset/taken-thing.ts'
import type { Ctx } from '../../context.ts'
import { visibleSubmission } from '../../drop/submission/find-submission.ts'
import type { Viewer } from '../../platform/http/session.ts'
import type { ReportedKind } from './model.ts'
import { thingOf } from './things.ts'

type Refuse = (ctx: Ctx, id: string, viewer: Viewer | null) => void

const commentOf = ({ db }: Ctx, id: string) =>
  db.select({ cassetId: comments.cassetId }).from(comments).where(eq(comments.id, id)).get()
const emojiOf = ({ db }: Ctx, id: string) =>
  db.select({ cassetId: emojis.cassetId }).from(emojis).where(eq(emojis.id, id)).get()

/** Throws NOT_FOUND for what a viewer does not see. */
const refuseHidden: Readonly<Record<ReportedKind, Refuse>> = {
  page: visibleCassetById,
  track: visibleTrack,
  clip: visibleSubmission,
  comment: (ctx, id, viewer) => visibleCassetById(ctx, commentOf(ctx, id)?.cassetId ?? '', viewer),
  emoji: (ctx, id, viewer) => visibleCassetById(ctx, emojiOf(ctx, id)?.cassetId ?? '', viewer),
}

/** Returns a thing that a viewer sees. Throws NOT_FOUND. */
export function visibleThing(ctx: Ctx, kind: ReportedKind, id: string, viewer: Viewer | null): TakenThing {
  const thing = thingOf(ctx, kind, id)
  refuseHidden[kind](ctx, id, viewer)
  return thing
}
