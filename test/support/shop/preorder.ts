import { eq } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { tracks } from '../../../db/schema/casset/track.ts'
import { patchCasset } from '../casset/casset.ts'
import { readEmail, startSmtp } from '../platform/smtp.ts'
import type { Answer, ServerOptions, TestServer } from '../server.ts'
import type { Person } from '../world.ts'
import { openShop } from './checkout.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** A moment so far from now, as programs write it. */
export const inMs = ({ ctx }: TestServer, ms: number): string => new Date(ctx.now() + ms).toISOString()

export const setOpening = (svc: TestServer, artist: Person, body: object): Promise<Answer> =>
  patchCasset(svc, artist, body)

export const rowOf = ({ ctx }: TestServer, id: string) => ctx.db.select().from(cassets).where(eq(cassets.id, id)).get()

/** The titles of a casset's tracks that are not open. */
export const closedOf = ({ ctx }: TestServer, cassetId: string): string[] =>
  ctx.db
    .select()
    .from(tracks)
    .where(eq(tracks.cassetId, cassetId))
    .all()
    .filter(({ closed }) => closed)
    .map(({ title }) => title)
    .toSorted()

/**
 * A shop that sends email, where nova's casset of 700 opens in ten days; Dawn is open already,
 * Kettle is not.
 */
export async function openPreorder(options: ServerOptions = {}) {
  const smtp = await startSmtp()
  const shop = await openShop({ ...options, env: { ...smtp.env, ...options.env } })
  const { svc, nova, dawn } = shop
  const opensAt = inMs(svc, 10 * dayMs)
  const wanted = { opensAt, opensZone: 'Europe/Berlin', openTrackIds: [dawn.id] }
  const { status, text } = await setOpening(svc, nova, wanted)
  if (status !== 200) throw new Error(text)
  /** The emails to an address whose subject has a word. */
  const emailsTo = async (address: string, word: string) => {
    await svc.ctx.jobs.idle()
    await svc.ctx.jobs.idle()
    return smtp.received.map(readEmail).filter(({ to, subject }) => to.includes(address) && subject.includes(word))
  }
  const close = async () => {
    await svc[Symbol.asyncDispose]()
    await smtp[Symbol.asyncDispose]()
  }
  return { ...shop, smtp, opensAt, emailsTo, [Symbol.asyncDispose]: close }
}

export const callOff = (svc: TestServer, { cassetId, cookie }: Person): Promise<Answer> =>
  svc.call('POST', `/api/studio/casset/${cassetId}/call-off`, { cookie })
