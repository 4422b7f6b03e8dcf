import { eq } from 'drizzle-orm'
import { letterReaders } from '../../../db/schema/money/letter.ts'
import type { Ctx } from '../../context.ts'
import { hmac, sameText } from '../../lib/hmac.ts'

const proofBytes = 16
// A letter's id, the number of a reader, and what proves that we wrote both.
const tokenBytes = 16 + 6 + proofBytes

/** How many characters a token has; all of them are of base64url. */
export const tokenLength = Math.ceil((tokenBytes * 4) / 3)

/** Stands for a token where there is no reader: in tests and previews. It ends nothing. */
export const nobodysToken = 'tOkEnOfReAdEr'.padEnd(tokenLength, 'Z')

/** A reader of an artist's letters. */
export type ReaderRow = typeof letterReaders.$inferSelect

type Named = { letterId: string; reader: Pick<ReaderRow, 'id' | 'email'> }

// The address is part of it: a number may be given again once its reader has been forgotten.
const proofOf = (secret: string, { letterId, reader: { id, email } }: Named): string =>
  hmac(secret, `letter ${letterId} ${id} ${email}`)

const signed = (named: Named, secret: string): string => {
  const bytes = Buffer.alloc(tokenBytes)
  bytes.write(named.letterId.replaceAll('-', ''), 'hex')
  bytes.writeUIntBE(named.reader.id, 16, 6)
  Buffer.from(proofOf(secret, named), 'base64url').copy(bytes, 22, 0, proofBytes)
  return bytes.toString('base64url')
}

/**
 * Returns the token of a letter to one reader: with it they end letters without signing in, and an
 * email that comes back says whose it was.
 */
export function tokenOf({ secrets }: Ctx, named: Named): string {
  const [secret = ''] = secrets.session
  return signed(named, secret)
}

/**
 * Returns the letter and reader of a token; undefined for one that we did not write, or of nobody
 * now.
 */
export function readToken({ db, secrets }: Ctx, token: string): { letterId: string; reader: ReaderRow } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (token.length !== tokenLength || bytes.length !== tokenBytes) return undefined
  const letterId = bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  const id = bytes.readUIntBE(16, 6)
  const reader = db.select().from(letterReaders).where(eq(letterReaders.id, id)).get()
  const isOurs = reader && secrets.session.some((secret) => sameText(signed({ letterId, reader }, secret), token))
  return isOurs ? { letterId, reader } : undefined
}
