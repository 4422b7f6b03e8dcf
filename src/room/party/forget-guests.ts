import { and, eq, inArray, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { partyGuests } from '../../../db/schema/room/party.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { defineJob } from '../../platform/job/define-job.ts'
import { forgetGuestsKind } from './party-kind.ts'

const atOnce = 200

const someOf = prepared((db) => {
  const isTheirs = eq(partyGuests.partyId, sql.placeholder('partyId'))
  const some = db.select({ keyHash: partyGuests.keyHash }).from(partyGuests).where(isTheirs).limit(atOnce)
  return db
    .delete(partyGuests)
    .where(and(isTheirs, inArray(partyGuests.keyHash, some)))
    .returning()
})

/** Forgets the keys of a party's guests, who may be twenty thousand (rule: party-guests). */
export const forgetGuestsJob = defineJob(forgetGuestsKind.kind, {
  payload: forgetGuestsKind.payload,
  concurrency: 1,
  maxAttempts: 20,
  async run(ctx, { partyId }) {
    const pace = createPace(ctx.monotonicMs)
    while ((await ctx.jointly(() => someOf(ctx.db).all({ partyId }))).length > 0) await pace()
  },
})
