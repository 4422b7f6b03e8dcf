import { eq } from 'drizzle-orm'
import { campaigns } from '../../db/schema/drop/drop.ts'
import { cleanLine, cleanLines } from '../account/clean-text.ts'
import { refuseClosed } from '../casset/access/refuse-closed.ts'
import { isOwner } from '../casset/access/visible-casset.ts'
import { visibleHook } from '../casset/hook/visible-hook.ts'
import type { Ctx } from '../context.ts'
import { AppError, invalid } from '../errors.ts'
import { say } from '../lib/language/say.ts'
import { dayMs } from '../lib/time/calendar.ts'
import type { Viewer } from '../platform/http/session/session.ts'
import { type Campaign, ownCampaign } from './campaign.ts'
import { notNow } from './move-campaign.ts'

export type CampaignDraft = {
  title: string
  brief: string
  hookId: string
  endsAt: string
  winners: number
  split: readonly number[]
  minAccountAgeDays?: number
  terms?: string
  unclaimed?: Campaign['unclaimed']
}

const whole = 10_000

/** The terms of a drop created without any, by programs: the studio's form asks for them. */
const usualTerms = 'Open to everyone who is legally allowed to enter in their country. Void where prohibited.'
const longestMs = 90 * dayMs

/** Throws NOT_FOUND, FORBIDDEN for another's hook, VALIDATION by field. */
export function createCampaign(ctx: Ctx, author: Viewer, draft: CampaignDraft): Campaign {
  const { title, brief, hookId, endsAt, winners, split, minAccountAgeDays = 0 } = draft
  const { terms = usualTerms, unclaimed = 'NEXT' } = draft
  const row: Campaign = {
    id: ctx.uuid(),
    artistId: author.artistId,
    cassetId: cassetOfHook(ctx, author, hookId),
    hookId,
    mode: ctx.config.paymentMode,
    state: 'DRAFT',
    title: readTitle(title),
    brief: cleanLines(brief) ?? '',
    terms: cleanLines(terms) ?? '',
    endsAt: readEnd(ctx, endsAt),
    split: readSplit(split, winners),
    minAccountAgeDays,
    createdAt: ctx.now(),
    openedAt: null,
    closedAt: null,
    unclaimed,
  }
  ctx.db.insert(campaigns).values(row).run()
  return row
}

/**
 * Changes the caller's draft; its terms, and the way of a prize that nobody takes, also while it
 * waits to be opened. Throws NOT_FOUND, FORBIDDEN, VALIDATION, and BAD_STATE once it is no longer a
 * draft.
 */
export function updateCampaign(ctx: Ctx, author: Viewer, id: string, changes: Partial<CampaignDraft>): Campaign {
  const campaign = ownCampaign(ctx, id, author)
  const { title, brief, hookId, endsAt, winners, split, minAccountAgeDays, terms, unclaimed } = changes
  const isTermsOnly = Object.keys(changes).every((key) => key === 'terms' || key === 'unclaimed')
  const waits = campaign.state === 'FUNDING' || campaign.state === 'FUNDED'
  if (campaign.state !== 'DRAFT' && !(waits && isTermsOnly)) {
    throw notNow(campaign, waits ? say('Only its terms can still be changed.') : undefined)
  }
  const set: Partial<Campaign> = {
    ...(title === undefined ? {} : { title: readTitle(title) }),
    ...(brief === undefined ? {} : { brief: cleanLines(brief) ?? '' }),
    ...(terms === undefined ? {} : { terms: cleanLines(terms) ?? '' }),
    ...(unclaimed === undefined ? {} : { unclaimed }),
    ...(hookId === undefined ? {} : { hookId, cassetId: cassetOfHook(ctx, author, hookId) }),
    ...(endsAt === undefined ? {} : { endsAt: readEnd(ctx, endsAt) }),
    ...(minAccountAgeDays === undefined ? {} : { minAccountAgeDays }),
    ...(split === undefined && winners === undefined
      ? {}
      : {
          split: readSplit(
            split ?? campaign.split.map((part) => part / 100),
            winners ?? (split ?? campaign.split).length,
          ),
        }),
  }
  if (Object.keys(set).length === 0) return campaign
  return ctx.db.update(campaigns).set(set).where(eq(campaigns.id, id)).returning().get() ?? campaign
}

function cassetOfHook(ctx: Ctx, author: Viewer, hookId: string): string {
  const { world, track } = visibleHook(ctx, hookId, author)
  if (!isOwner(world, author)) throw new AppError('FORBIDDEN', say('This hook belongs to somebody else.'))
  refuseClosed(track, 'hookId')
  return world.casset.id
}

function readTitle(title: string): string {
  const clean = cleanLine(title)
  if (clean === '') throw invalid('title', say('A drop needs a title.'))
  return clean
}

function readEnd(ctx: Ctx, endsAt: string): number {
  const at = Date.parse(endsAt)
  if (!Number.isSafeInteger(at)) throw invalid('endsAt', '"endsAt" must be a time like 2026-01-31T18:00:00Z.')
  if (at <= ctx.now()) throw invalid('endsAt', say('A drop ends in the future.'))
  if (at > ctx.now() + longestMs) throw invalid('endsAt', say('A drop ends within 90 days.'))
  return at
}

function readSplit(split: readonly number[], winners: number): number[] {
  if (split.length !== winners) {
    throw invalid(
      'split',
      say('There are {winners} winners and {split} parts.', { winners, split: split.length }),
      say('Name one part for each winner.'),
    )
  }
  const parts = split.map((percent, index) => {
    const basisPoints = Math.round(percent * 100)
    if (Math.abs(percent * 100 - basisPoints) > 1e-6)
      throw invalid(`split.${index}`, say('A part has at most two decimals.'))
    if (basisPoints < 1) throw invalid(`split.${index}`, say('A part is more than 0 percent.'))
    return basisPoints
  })
  const sum = parts.reduce((total, part) => total + part, 0)
  if (sum !== whole)
    throw invalid(
      'split',
      say('The parts add up to {sum} percent.', { sum: sum / 100 }),
      say('They must add up to 100.'),
    )
  return parts
}
