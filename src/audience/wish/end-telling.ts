import { and, eq, sql } from 'drizzle-orm'
import { wishes } from '../../../db/schema/audience/wish.ts'
import { cassets } from '../../../db/schema/casset/casset.ts'
import type { Ctx } from '../../context.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'

// That it is not null is what lets SQLite use the index of keys.
const isOfKey = (key: string) => and(eq(wishes.endKeyHash, sha256Hex(key)), sql`${wishes.endKeyHash} IS NOT NULL`)

/** Returns the name of the casset whose falling price an email with this key told. */
export const wishedOfKey = ({ db }: Ctx, key: string): string | undefined =>
  db
    .select({ name: cassets.name })
    .from(wishes)
    .innerJoin(cassets, eq(cassets.id, wishes.cassetId))
    .where(isOfKey(key))
    .get()?.name

/** Tells the reader of an email with this key no more of that price; the wish stays. */
export const endTelling = ({ db }: Ctx, key: string): boolean =>
  db.update(wishes).set({ tells: false }).where(isOfKey(key)).returning({ cassetId: wishes.cassetId }).get() !==
  undefined
