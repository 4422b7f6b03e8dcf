import { eq } from 'drizzle-orm'
import { passkeys } from '../../../db/schema/account/passkey.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Step } from '../session/sign-in-step.ts'
import type { Proof } from './shape.ts'

/** The relying party id of this site: its host. */
export const rpIdOf = ({ site }: Ctx): string => new URL(site.origin).hostname

const refused = () =>
  new AppError('UNAUTHENTICATED', say('This passkey could not be used.'), {
    hint: say('Try again, or sign in another way.'),
  })

const unknown = () =>
  new AppError('UNAUTHENTICATED', say('This site does not know this passkey.'), {
    hint: say('Perhaps it was removed. Sign in another way.'),
  })

/**
 * Returns the owner of the passkey that signed a step's challenge, for this site, with user
 * presence and user verification. Throws UNAUTHENTICATED for a passkey that is unknown, belongs to
 * another user than the step, was made for another site, or was copied (its counter went back).
 */
export async function verifyProof(ctx: Ctx, proof: Proof, { challenge, userId }: Step): Promise<string> {
  const passkey = ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, proof.id)).get()
  if (!passkey) throw unknown()
  if (userId !== null && passkey.userId !== userId) throw refused()
  const counter = await newCounter(ctx, proof, challenge, passkey)
  ctx.db.update(passkeys).set({ counter, usedAt: ctx.now() }).where(eq(passkeys.id, passkey.id)).run()
  return passkey.userId
}

type StoredPasskey = Pick<typeof passkeys.$inferSelect, 'publicKey' | 'counter'>

async function newCounter(
  ctx: Ctx,
  { id, ...response }: Proof,
  challenge: string,
  known: StoredPasskey,
): Promise<number> {
  const { verifyAuthenticationResponse } = await import('./webauthn.ts')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: ctx.site.origin,
      expectedRPID: rpIdOf(ctx),
      requireUserVerification: true,
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
        counter: known.counter,
      },
    })
    if (verified) return authenticationInfo.newCounter
  } catch {
    // The library throws when verification fails.
  }
  throw refused()
}
