import { createCipheriv, createDecipheriv } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { letterReaders } from '../../../../db/schema/audience/letter.ts'
import type { Ctx } from '../../../context.ts'
import { hmac, sameText } from '../../../lib/hash/hmac.ts'

const proofBytes = 16
// A letter's id and the number of a reader.
const namedBytes = 16 + 6
// The proof that we wrote both comes before them; both are encrypted.
const tokenBytes = proofBytes + namedBytes

/** How many characters a token has; all of them are of base64url. */
export const tokenLength = Math.ceil((tokenBytes * 4) / 3)

/** Stands for a token where there is no reader: in tests and previews. It ends nothing. */
export const nobodysToken = 'tOkEnOfReAdEr'.padEnd(tokenLength, 'Z')

export type ReaderRow = typeof letterReaders.$inferSelect

type Named = { letterId: string; reader: Pick<ReaderRow, 'id' | 'email'> }

// The address is part of it: a number may be given again once its reader has been forgotten.
const proofOf = (secret: string, { letterId, reader: { id, email } }: Named): Buffer =>
  Buffer.from(hmac(secret, `letter ${letterId} ${id} ${email}`), 'base64url').subarray(0, proofBytes)

// As in SIV (RFC 5297) the proof is where the cipher begins: the same letter to the same reader has
// one token, and two tokens have nothing in common.
const algorithm = 'aes-256-ctr'
const keyOf = (secret: string): Buffer => Buffer.from(hmac(secret, 'tokens of letters'), 'base64url')

function sealed(named: Named, secret: string): string {
  const bytes = Buffer.alloc(namedBytes)
  bytes.write(named.letterId.replaceAll('-', ''), 'hex')
  bytes.writeUIntBE(named.reader.id, 16, 6)
  const proof = proofOf(secret, named)
  const cipher = createCipheriv(algorithm, keyOf(secret), proof)
  return Buffer.concat([proof, cipher.update(bytes), cipher.final()]).toString('base64url')
}

/**
 * Returns the token of a letter to one reader: with it they end letters without signing in, and an
 * email that comes back says whose it was. To everybody else it says nothing, neither whether two
 * are of one reader, nor of one letter.
 */
export function tokenOf({ secrets }: Ctx, named: Named): string {
  const [secret = ''] = secrets.session
  return sealed(named, secret)
}

/** Undefined for a token that we did not write, or of nobody now. */
export function readToken({ db, secrets }: Ctx, token: string): { letterId: string; reader: ReaderRow } | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (token.length !== tokenLength || bytes.length !== tokenBytes) return undefined
  for (const secret of secrets.session) {
    const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, proofBytes))
    const named = Buffer.concat([decipher.update(bytes.subarray(proofBytes)), decipher.final()])
    const letterId = named.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
    const reader = db
      .select()
      .from(letterReaders)
      .where(eq(letterReaders.id, named.readUIntBE(16, 6)))
      .get()
    if (reader && sameText(sealed({ letterId, reader }, secret), token)) return { letterId, reader }
  }
  return undefined
}
