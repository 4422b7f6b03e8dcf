import { and, eq } from 'drizzle-orm'
import { campaignMoves, campaigns } from '../../db/schema/drop/drop.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import type { Campaign } from './campaign.ts'

type State = Campaign['state']

/** Every allowed move of a drop; all others are refused (rule: drop-moves). */
export const campaignTransitions: Readonly<Record<State, readonly State[]>> = {
  DRAFT: ['FUNDING', 'CANCELLED'],
  FUNDING: ['FUNDED', 'CANCELLED'],
  FUNDED: ['OPEN', 'CANCELLED'],
  OPEN: ['CLOSED', 'CANCELLED'],
  CLOSED: ['PAYING'],
  PAYING: ['PAID'],
  PAID: [],
  CANCELLED: [],
}

/** Its author (null: the drop moves by itself), the reason, and when, if not now. */
export type MoveCause = { userId: string | null; reason?: string; at?: number }

const messages = (): Readonly<Record<State, string>> => ({
  DRAFT: say('This drop is a draft.'),
  FUNDING: say('This drop waits for its prize money.'),
  FUNDED: say('This drop is funded and has not opened.'),
  OPEN: say('This drop is open.'),
  CLOSED: say('This drop is closed.'),
  PAYING: say('This drop is being paid out.'),
  PAID: say('This drop is paid out.'),
  CANCELLED: say('This drop was cancelled.'),
})

export const notNow = ({ state }: Pick<Campaign, 'state'>, hint?: string): AppError =>
  new AppError('BAD_STATE', messages()[state], hint === undefined ? {} : { hint })

/** Throws BAD_STATE unless a drop may move to a state. */
export function refuseMove(campaign: Pick<Campaign, 'state'>, to: State): void {
  if (!campaignTransitions[campaign.state].includes(to)) throw notNow(campaign)
}

/**
 * Moves a drop to another state, with a row that states who did it, when and why, and returns it.
 * Throws BAD_STATE for any move that is not in the table, also when somebody else has moved it
 * meanwhile. Called in a transaction.
 */
export function moveCampaign(
  ctx: Ctx,
  { id, state: from }: Pick<Campaign, 'id' | 'state'>,
  to: State,
  { userId, reason, at = ctx.now() }: MoveCause,
): Campaign {
  refuseMove({ state: from }, to)
  const times = to === 'OPEN' ? { openedAt: at } : to === 'CLOSED' ? { closedAt: at } : {}
  const moved = ctx.db
    .update(campaigns)
    .set({ ...times, state: to })
    .where(and(eq(campaigns.id, id), eq(campaigns.state, from)))
    .returning()
    .get()
  if (!moved)
    throw new AppError('BAD_STATE', say('This drop has changed meanwhile.'), { hint: say('Load the page again.') })
  ctx.db
    .insert(campaignMoves)
    .values({
      id: ctx.uuid(),
      campaignId: id,
      fromState: from,
      toState: to,
      userId,
      reason: reason ?? null,
      movedAt: at,
    })
    .run()
  return moved
}
