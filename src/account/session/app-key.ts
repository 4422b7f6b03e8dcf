import { base32nopad } from '@scure/base'
import { and, count, desc, eq, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { createHeld } from '../../../db/held.ts'
import { prepared, rowsBy } from '../../../db/prepared.ts'
import { artists, users } from '../../../db/schema/account/account.ts'
import { appKeys } from '../../../db/schema/account/session.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid, notFound } from '../../errors.ts'
import { hmac, sameText } from '../../lib/hash/hmac.ts'
import { say } from '../../lib/language/say.ts'
import { isoOf } from '../../lib/time/iso-time.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { configState } from '../../platform/own-state.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { cleanLine } from '../clean-text.ts'
import type { AppKey } from './model.ts'
import { requireSession } from './require-session.ts'
import type { Client } from './session.ts'
import { viewerColumns } from './viewer.ts'

/** The most app keys of one person (rule: app-keys). */
export const mostOfPerson = 20

const idBytes = 5
const secretBytes = 15
const usedEveryMs = 3_600_000

const { placeholder } = sql

type Row = typeof appKeys.$inferSelect

const spell = (bytes: Uint8Array): string => base32nopad.encode(bytes).toLowerCase()

/**
 * Returns the key that its holder types: its id and 120 bits that only the site's secret gives.
 * Older players prove a password by its hash with a salt, so the site has to know the key; what it
 * stores opens nothing.
 */
function keyOf({ secrets }: Pick<Ctx, 'secrets'>, { id, userId }: Pick<Row, 'id' | 'userId'>): string {
  const mac = Buffer.from(hmac(secrets.audioToken, `app-key.v1|${userId}|${id}`), 'base64url')
  return `${id}-${spell(mac.subarray(0, secretBytes))}`
}

const toAppKey = ({ id, name, createdAt, usedAt }: Row): AppKey => ({
  id,
  name,
  createdAt: new Date(createdAt).toISOString(),
  usedAt: isoOf(usedAt),
})

const rowsOf = ({ db }: Ctx, userId: string) =>
  db.select().from(appKeys).where(eq(appKeys.userId, userId)).orderBy(desc(appKeys.createdAt)).limit(mostOfPerson).all()

/** Returns somebody's app keys, the newest first. */
export const listAppKeys = (ctx: Ctx, { userId }: Viewer): AppKey[] => rowsOf(ctx, userId).map(toAppKey)

/**
 * Makes a key, which no later answer contains. Throws VALIDATION for a name without a visible
 * character, and BAD_STATE when they have as many as allowed.
 */
export function makeAppKey(ctx: Ctx, viewer: Viewer, written: string, { address, userAgent }: Client) {
  const name = cleanLine(written)
  if (name === '') throw invalid('name', say('Name the app, so that you know its key later.'))
  const { userId } = viewer
  const row = { id: spell(ctx.random(idBytes)), userId, name, createdAt: ctx.now(), usedAt: null }
  inTransaction(ctx.db, () => {
    requireSession(ctx, viewer)
    const own = ctx.db.select({ all: count() }).from(appKeys).where(eq(appKeys.userId, userId)).get()
    if ((own?.all ?? 0) >= mostOfPerson) {
      throw new AppError('BAD_STATE', say('You have {mostOfPerson} app keys.', { mostOfPerson }), {
        hint: say('Remove one of them first.'),
      })
    }
    ctx.db.insert(appKeys).values(row).run()
  })
  noteSecurity(ctx, 'app_key_made', { userId, address, userAgent })
  return { appKey: toAppKey(row), key: keyOf(ctx, row) }
}

/** Throws NOT_FOUND for one that is unknown, and for another's alike. */
export function removeAppKey(ctx: Ctx, { userId }: Viewer, id: string, { address, userAgent }: Client): void {
  const whereOwn = and(eq(appKeys.id, id), eq(appKeys.userId, userId))
  if (!ctx.db.delete(appKeys).where(whereOwn).returning({ id: appKeys.id }).get()) throw notFound('key')
  noteSecurity(ctx, 'app_key_removed', { userId, address, userAgent })
}

const byId = rowsBy(appKeys, 'id')

const userIdOf = prepared((db) =>
  db
    .select({ userId: artists.userId })
    .from(artists)
    .where(eq(artists.handle, placeholder('handle'))),
)

const mostHeld = 1_000

// Players ask many times in a row. Removing a key is a write, after which nothing is held.
const heldHolders = configState(({ db }) => createHeld<Viewer>(db, mostHeld))

/** Returns whose library a key opens; null for one that is unknown or removed. */
export function viewerOfKey(ctx: Ctx, key: string): Viewer | null {
  const held = heldHolders(ctx)
  const known = held.get(key)
  if (known) return known
  const row = byId(ctx.db).get({ id: key.slice(0, key.indexOf('-')) })
  const viewer = row && sameText(key, keyOf(ctx, row)) ? use(ctx, row) : null
  if (viewer) held.begin(key)(viewer)
  return viewer
}

/** Returns the same of the person with this handle whose key this is, as `isKey` finds out. */
export function viewerOfHandle(ctx: Ctx, handle: string, isKey: (key: string) => boolean): Viewer | null {
  const found = userIdOf(ctx.db).get({ handle: handle.toLowerCase() })
  const row = found && rowsOf(ctx, found.userId).find((each) => isKey(keyOf(ctx, each)))
  return row ? use(ctx, row) : null
}

const holder = prepared((db) =>
  db
    .select(viewerColumns)
    .from(users)
    .innerJoin(artists, eq(artists.userId, users.id))
    .where(eq(users.id, placeholder('userId'))),
)

/** With a key its person only listens: it is no session, and nothing at the desk takes it. */
function use(ctx: Ctx, { id, userId, usedAt }: Row): Viewer | null {
  const found = holder(ctx.db).get({ userId })
  if (!found) return null
  const now = ctx.now()
  if (usedAt === null || Math.abs(now - usedAt) > usedEveryMs) {
    ctx.db.update(appKeys).set({ usedAt: now }).where(eq(appKeys.id, id)).run()
  }
  const { emailVerifiedAt, suspended, ...person } = found
  const verified = { emailVerified: emailVerifiedAt !== null }
  return { ...person, ...verified, sessionId: '', role: 'member', helperRole: null, suspended: suspended !== null }
}
