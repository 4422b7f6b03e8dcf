import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { parties } from '../../../db/schema/room/party.ts'
import { recordOf } from '../../casset/access/party.ts'
import { isVisible, type World, worldBySlug } from '../../casset/access/visible-casset.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import type { PartyShape } from './model.ts'
import { forgetGuestsKind, partyKind } from './party-kind.ts'

export type PartyRow = typeof parties.$inferSelect

const { placeholder } = sql

const newest = prepared((db) =>
  db
    .select()
    .from(parties)
    .where(eq(parties.cassetId, placeholder('cassetId')))
    .orderBy(desc(isNull(parties.endedAt)), desc(parties.id))
    .limit(1),
)
const byId = prepared((db) =>
  db
    .select()
    .from(parties)
    .where(eq(parties.id, placeholder('id'))),
)

/** Returns the party of a tape that has not ended, else the last one. */
export const partyOf = ({ db }: Ctx, cassetId: string): PartyRow | undefined => newest(db).get({ cassetId })

export const partyById = ({ db }: Ctx, id: string): PartyRow | undefined => byId(db).get({ id })

export const partyPath = (slug: string): string => `/@${slug}/sideb/party`

export type SeenParty = { world: World; party: PartyRow }

/**
 * Returns the last party of a tape that the viewer may see, or, while it has not ended, of one that
 * is not published yet (rule: listening-parties). Throws NOT_FOUND.
 */
export function seenParty(ctx: Ctx, slug: string, viewer: Viewer | null): SeenParty {
  const world = worldBySlug(ctx, slug)
  const party = world && partyOf(ctx, world.casset.id)
  if (!party || !(isVisible(ctx, world, viewer) || (party.endedAt === null && isComing(world)))) {
    throw notFound('party')
  }
  return { world, party }
}

/** Whether a tape is public once its artist publishes it. */
export const isComing = ({ casset: { published, privacy, takenDown, calledOffAt } }: Pick<World, 'casset'>): boolean =>
  !published && privacy === 'public' && takenDown === null && calledOffAt === null

const stateOf = ({ begunAt, endedAt }: PartyRow) => (endedAt !== null ? 'over' : begunAt === null ? 'announced' : 'on')

/** Returns the tracks that are played at a party, in order. */
export const tracksOf = (ctx: Ctx, { cassetId, opensTracks }: PartyRow) =>
  recordOf(ctx, cassetId).filter(({ closed, durationSec }) => (opensTracks || !closed) && (durationSec ?? 0) > 0)

export const toParty = (row: PartyRow): PartyShape => {
  const { id, startsAt, zone, opensTracks, ending, hostCame, guests } = row
  return {
    id,
    startsAt: new Date(startsAt).toISOString(),
    zone,
    opensTracks,
    state: stateOf(row),
    ending,
    hostCame,
    guests,
  }
}

const announced = prepared((db) =>
  db
    .select({ id: parties.id })
    .from(parties)
    .innerJoin(cassets, eq(cassets.id, parties.cassetId))
    .where(and(eq(cassets.artistId, placeholder('artistId')), gt(parties.announcedAt, placeholder('since')))),
)

/** Returns how many parties an artist has announced since a moment (ms). */
export const countAnnounced = ({ db }: Ctx, artistId: string, since: number): number =>
  announced(db).all({ artistId, since }).length

/** Stores changes of a party that has not ended; returns whether there were any. */
export const changeParty = ({ db }: Ctx, id: string, values: Partial<PartyRow>): boolean =>
  db
    .update(parties)
    .set(values)
    .where(and(eq(parties.id, id), isNull(parties.endedAt)))
    .returning({ id: parties.id })
    .get() !== undefined

const keyOf = ({ id, startsAt }: Pick<PartyRow, 'id' | 'startsAt'>) => `${id} ${startsAt}`

/** Queues the beginning of a party at its hour. */
export const queueParty = ({ jobs }: Ctx, party: Pick<PartyRow, 'id' | 'startsAt'>): void =>
  jobs.add(partyKind, { partyId: party.id }, { key: keyOf(party), runAt: party.startsAt })

export const unqueueParty = ({ jobs }: Ctx, party: PartyRow): void => jobs.remove(partyKind, keyOf(party))

/** Ends a party, and lets a job forget the keys of its guests. Called in a transaction. */
export function endParty(ctx: Ctx, party: PartyRow, ending: NonNullable<PartyRow['ending']>): boolean {
  unqueueParty(ctx, party)
  ctx.jobs.add(forgetGuestsKind, { partyId: party.id }, { key: party.id })
  return changeParty(ctx, party.id, { endedAt: ctx.now(), ending })
}
