import { and, eq, ne, type SQL } from 'drizzle-orm'
import { rowsBy } from '../../db/prepared.ts'
import { campaigns } from '../../db/schema/drop/drop.ts'
import { isTakenDown } from '../casset/take-down.ts'
import { isHookTakenDown } from '../casset/track/loss/take-down.ts'
import type { TrackClaim } from '../casset/track/loss/track-claim.ts'
import type { Ctx } from '../context.ts'
import { AppError, notFound } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import type { Viewer } from '../platform/http/session/session.ts'

export type Campaign = typeof campaigns.$inferSelect

const byId = rowsBy(campaigns, 'id')

export const findCampaign = ({ db }: Ctx, id: string): Campaign | undefined => byId(db).get({ id })

/** Changes drops, but for their states: those move. Called in a transaction. */
export const changeCampaigns = ({ db }: Ctx, which: SQL, values: Partial<Omit<Campaign, 'id' | 'state'>>): void =>
  void db.update(campaigns).set(values).where(which).run()

/** Returns the drop with this id. Throws NOT_FOUND. */
export function campaignById(ctx: Ctx, id: string): Campaign {
  const campaign = findCampaign(ctx, id)
  if (!campaign) throw notFound('drop')
  return campaign
}

/** Throws NOT_FOUND when absent, FORBIDDEN when another artist's (rule: forbidden-or-absent). */
export function ownCampaign(ctx: Ctx, id: string, author: Viewer): Campaign {
  const campaign = campaignById(ctx, id)
  if (campaign.artistId === author.artistId) return campaign
  throw new AppError('FORBIDDEN', say('This drop belongs to somebody else.'))
}

/**
 * Whether everybody may see a drop: it has opened, belongs to the present mode (rule: drop-draft),
 * and neither its page nor its track is taken down.
 */
export const isPublic = (
  ctx: Ctx,
  { mode, openedAt, cassetId, hookId }: Pick<Campaign, 'mode' | 'openedAt' | 'cassetId' | 'hookId'>,
): boolean =>
  openedAt !== null && mode === ctx.config.paymentMode && !isTakenDown(ctx, cassetId) && !isHookTakenDown(ctx, hookId)

/** Returns a drop that the viewer may see: their own, or one that has opened. Throws NOT_FOUND. */
export function visibleCampaign(ctx: Ctx, id: string, viewer: Pick<Viewer, 'artistId'> | null): Campaign {
  const campaign = campaignById(ctx, id)
  if (campaign.artistId === viewer?.artistId || isPublic(ctx, campaign)) return campaign
  throw notFound('drop')
}

/** Throws BAD_STATE for a drop whose money is of another mode than the present (rule: modes). */
export function refuseOtherMode({ config }: Ctx, { mode }: Campaign): void {
  if (mode === config.paymentMode) return
  throw new AppError('BAD_STATE', say('This drop was made in another payment mode (test or live).'), {
    hint: say('Switch PAYMENTS back, or make a new drop.'),
  })
}

/** A drop that has not ended keeps the track of its hook where it is. */
export const dropClaim: TrackClaim = {
  obstacle: {
    isHolding: ({ db }, hookId) =>
      db
        .select({ id: campaigns.id })
        .from(campaigns)
        .where(
          and(
            eq(campaigns.hookId, hookId),
            ne(campaigns.state, 'PAID'),
            ne(campaigns.state, 'CANCELLED'),
            ne(campaigns.state, 'DRAFT'),
          ),
        )
        .get() !== undefined,
    get error() {
      return say('This track is used by a drop.')
    },
    get hint() {
      return say('End the drop first.')
    },
  },
  // A drop that has ended keeps its hook in its archive, on the page that it was made on.
  binds: ({ db }, { hookId }) =>
    db
      .select({ id: campaigns.id })
      .from(campaigns)
      .where(and(eq(campaigns.hookId, hookId), ne(campaigns.state, 'CANCELLED')))
      .limit(1)
      .get()
      ? say('A drop uses this track, so it stays on its casset. Put it on the other one too.')
      : undefined,
}
