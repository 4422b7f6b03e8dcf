import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { perDatabase, prepared } from '../../../db/prepared.ts'
import { signingKeys } from '../../../db/schema/release/signing.ts'
import type { Ctx } from '../../context.ts'
import { toMultikey } from '../../lib/hash/multikey.ts'

export type KeyPurpose = (typeof signingKeys.$inferSelect)['purpose']

/** A key that signs, and its public half as a Multikey. */
export type SigningKey = { readonly publicKey: string; readonly privateKey: KeyObject }

const inUse = prepared((db) =>
  db
    .select()
    .from(signingKeys)
    .where(and(eq(signingKeys.purpose, sql.placeholder('purpose')), sql`${signingKeys.retiredAt} IS NULL`)),
)
// Reading a key from its bytes takes longer than signing with it.
const opened = perDatabase(() => new Map<string, SigningKey>())

/**
 * Returns the key that signs for a purpose, created at its first use. It is kept in the database,
 * so that every backup carries it, and read from there each time: another process may have replaced
 * it.
 */
export function signingKey(ctx: Ctx, purpose: KeyPurpose): SigningKey {
  const found = inUse(ctx.db).get({ purpose })
  if (!found?.privateKey) return makeKey(ctx, purpose)
  const known = opened(ctx.db).get(found.publicKey)
  if (known) return known
  const key = { publicKey: found.publicKey, privateKey: privateKeyOf(Buffer.from(found.privateKey, 'base64url')) }
  opened(ctx.db).set(key.publicKey, key)
  return key
}

function makeKey(ctx: Ctx, purpose: KeyPurpose): SigningKey {
  const seed = ctx.random(32)
  const publicKey = toMultikey(publicBytesOf(privateKeyOf(seed)))
  const privateKey = Buffer.from(seed).toString('base64url')
  // When processes start together, the first one's is kept.
  ctx.db
    .insert(signingKeys)
    .values({ publicKey, privateKey, purpose, createdAt: ctx.now() })
    .onConflictDoNothing()
    .run()
  return signingKey(ctx, purpose)
}

/** The old one's private half is erased; its signatures stay verifiable. */
export function replaceKey(ctx: Ctx, purpose: KeyPurpose): { old: string; new: string } {
  return inTransaction(ctx.db, () => {
    const old = signingKey(ctx, purpose).publicKey
    ctx.db
      .update(signingKeys)
      .set({ retiredAt: ctx.now(), privateKey: null })
      .where(and(eq(signingKeys.purpose, purpose), isNull(signingKeys.retiredAt)))
      .run()
    return { old, new: makeKey(ctx, purpose).publicKey }
  })
}

/** Returns the public halves of all keys that have signed for a purpose, oldest first. */
export const publicKeysOf = (ctx: Ctx, purpose: KeyPurpose) =>
  ctx.db
    .select({ publicKey: signingKeys.publicKey, retiredAt: signingKeys.retiredAt })
    .from(signingKeys)
    .where(eq(signingKeys.purpose, purpose))
    .orderBy(asc(signingKeys.createdAt))
    .all()

// RFC 8410: the prefix of the 32 bytes of a private key in PKCS #8.
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicKeyBytes = 32

/** Returns the private key from 32 random bytes. */
export const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' })

/** Returns the 32 bytes of the public half. */
export const publicBytesOf = (privateKey: KeyObject): Uint8Array =>
  createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-publicKeyBytes)
