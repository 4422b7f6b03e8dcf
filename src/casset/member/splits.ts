import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { coSplitParts, coSplits } from '../../../db/schema/casset/member.ts'
import { artistByAnyHandle } from '../../account/handle/artist-by-handle.ts'
import type { Ctx } from '../../context.ts'
import { invalid } from '../../errors.ts'
import { measureText } from '../../lib/language/formats.ts'
import { say } from '../../lib/language/say.ts'
import { divideByWeights } from '../../lib/money/divide.ts'

/** The whole, in hundredths of a percent. */
const whole = 10_000

export type Named = { artistId: string; handle: string }

/** The part of somebody, in hundredths of a percent. */
export type Part = { artistId: string; basisPoints: number }

/** Returns equal parts; the first one gets the remainder. */
export function equalParts(people: readonly Named[]): Part[] {
  const parts = divideByWeights(
    whole,
    people.map(() => 1),
  )
  return people.map(({ artistId }, index) => ({ artistId, basisPoints: parts[index] ?? 0 }))
}

/**
 * Returns percents by the handles that people have now (rule: former-handles). Of more names than
 * people none is looked up: they are refused, and anybody may send thousands.
 */
export function underPresentHandles(
  ctx: Ctx,
  asked: Readonly<Record<string, number>>,
  people: number,
): Readonly<Record<string, number>> {
  const named = Object.entries(asked)
  if (named.length > people) return asked
  return Object.fromEntries(
    named.map(([handle, percent]) => [artistByAnyHandle(ctx, handle)?.handle ?? handle, percent]),
  )
}

/**
 * Reads percents by handle. Throws VALIDATION unless they name exactly these people and add up to
 * 100 (rule: splits).
 */
export function readSplits(asked: Readonly<Record<string, number>>, people: readonly Named[]): Part[] {
  const known = new Set(people.map(({ handle }) => handle))
  const stranger = Object.keys(asked).find((handle) => !known.has(handle))
  if (stranger !== undefined)
    throw invalid('splits', say('@{handle} does not share this casset.', { handle: stranger }))
  const parts = people.map(({ artistId, handle }) => ({ artistId, basisPoints: readPercent(handle, asked[handle]) }))
  const sum = parts.reduce((total, { basisPoints }) => total + basisPoints, 0)
  if (sum === whole) return parts
  throw invalid(
    'splits',
    say('The splits add up to {sum} percent.', { sum: measureText(sum / 100) }),
    say('They must add up to 100.'),
  )
}

function readPercent(handle: string, percent: number | undefined): number {
  if (percent === undefined) throw invalid('splits', say('The part of @{handle} is missing.', { handle }))
  const basisPoints = Math.round(percent * 100)
  if (Math.abs(percent * 100 - basisPoints) > 1e-6) {
    throw invalid(`splits.${handle}`, say('A part has at most two decimals.'))
  }
  if (basisPoints >= 1 && basisPoints <= whole) return basisPoints
  throw invalid(`splits.${handle}`, say('A part is more than 0 and at most 100 percent.'))
}

/** Stores splits that their proposer accepts. Called in a transaction. */
export function addSplits(
  ctx: Ctx,
  by: { cassetId: string; artistId: string },
  parts: readonly Part[],
  holds: boolean,
) {
  const [id, now] = [ctx.uuid(), ctx.now()]
  const { cassetId, artistId: proposedBy } = by
  ctx.db
    .insert(coSplits)
    .values({ id, cassetId, proposedBy, createdAt: now, heldAt: holds ? now : null })
    .run()
  const rows = parts.map((part) => ({ ...part, splitsId: id, acceptedAt: part.artistId === proposedBy ? now : null }))
  ctx.db.insert(coSplitParts).values(rows).run()
  return id
}

const isOpen = (cassetId: string) => and(eq(coSplits.cassetId, cassetId), isNull(coSplits.endedAt))

const withParts = ({ db }: Ctx, which: ReturnType<typeof isOpen>) => {
  const splits = db.select().from(coSplits).where(which).get()
  if (!splits) return undefined
  const parts = db.select().from(coSplitParts).where(eq(coSplitParts.splitsId, splits.id)).all()
  return { ...splits, parts }
}

export type SplitsRow = NonNullable<ReturnType<typeof withParts>>

export function heldSplits(ctx: Ctx, cassetId: string): SplitsRow {
  const splits = withParts(ctx, and(isOpen(cassetId), isNotNull(coSplits.heldAt)))
  if (!splits) throw new Error('A co-casset has no splits.')
  return splits
}

/** Returns the splits that not all have accepted yet; undefined when there are none. */
export const proposedSplits = (ctx: Ctx, cassetId: string): SplitsRow | undefined =>
  withParts(ctx, and(isOpen(cassetId), isNull(coSplits.heldAt)))

/** Puts proposed splits into force. Called in a transaction. */
export const holdSplits = ({ db, now }: Ctx, { id }: Pick<SplitsRow, 'id'>): void =>
  void db.update(coSplits).set({ heldAt: now() }).where(eq(coSplits.id, id)).run()

/** Ends splits that are in force or proposed. Called in a transaction. */
export const endSplits = ({ db, now }: Ctx, { id }: Pick<SplitsRow, 'id'>): void =>
  void db.update(coSplits).set({ endedAt: now() }).where(eq(coSplits.id, id)).run()

/** Stores that somebody accepts splits. Called in a transaction. */
export const acceptPart = ({ db, now }: Ctx, { id }: Pick<SplitsRow, 'id'>, artistId: string): void =>
  void db
    .update(coSplitParts)
    .set({ acceptedAt: now() })
    .where(and(eq(coSplitParts.splitsId, id), eq(coSplitParts.artistId, artistId), isNull(coSplitParts.acceptedAt)))
    .run()
