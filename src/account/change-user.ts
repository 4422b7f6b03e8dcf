import { and, eq, isNull } from 'drizzle-orm'
import { artists, users } from '../../db/schema/account/account.ts'
import type { Ctx } from '../context.ts'
import { givenState } from '../platform/own-state.ts'
import type { ArtistRow } from './artist.ts'
import { personOf } from './person-of.ts'

/** Called in the transaction that makes the account. */
export function addUser({ db }: Ctx, user: typeof users.$inferInsert, artist: typeof artists.$inferInsert): void {
  db.insert(users).values(user).run()
  db.insert(artists).values(artist).run()
}

/** Changes an account. The caller has checked that the change is allowed. */
export const changeUser = ({ db }: Ctx, id: string, values: Partial<typeof users.$inferInsert>): void =>
  void db.update(users).set(values).where(eq(users.id, id)).run()

/** The same for the public half of an account. */
export const changeArtist = ({ db }: Ctx, id: string, values: Partial<ArtistRow>): ArtistRow =>
  db.update(artists).set(values).where(eq(artists.id, id)).returning().get()

export type ProvenPerson = { userId: string; artistId: string; email: string }

/** Gives the account what its proven address brings along, in the transaction of the proof. */
export type OnProof = (ctx: Ctx, person: ProvenPerson) => void

export const onProofOf = givenState<readonly OnProof[]>('what a proven address brings along')

/** Does nothing while the address of the account is not proven. */
export function bringAlong(ctx: Ctx, userId: string): void {
  const person = personOf(ctx, userId)
  if (!person || person.email === null || person.verifiedAt === null) return
  const { artistId, email } = person
  for (const bring of onProofOf(ctx)) bring(ctx, { userId, artistId, email })
}

/** Does nothing when the account has another address by now. */
export function confirmEmail(ctx: Ctx, { userId, email }: { userId: string; email: string }): void {
  const whereUnproven = and(eq(users.id, userId), eq(users.email, email), isNull(users.emailVerifiedAt))
  ctx.db.update(users).set({ emailVerifiedAt: ctx.now() }).where(whereUnproven).run()
  bringAlong(ctx, userId)
}

/** From then on their menu has their page and the studio (rule: making-music). */
export function makeMusic({ db }: Ctx, artistId: string): void {
  const isNew = and(eq(artists.id, artistId), eq(artists.makesMusic, false))
  db.update(artists).set({ makesMusic: true }).where(isNew).run()
}

export const verifyArtist = ({ db }: Ctx, userId: string, verified: boolean): void =>
  void db.update(artists).set({ verified }).where(eq(artists.userId, userId)).run()
