import { eq } from 'drizzle-orm'
import { passkeys } from '../../db/schema/passkey.ts'
import type { Ctx } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Proof } from './model.ts'

/** The name that passkeys know this site by: its host. */
export const rpIdOf = ({ site }: Ctx): string => new URL(site.origin).hostname

const refused = () =>
  new AppError('UNAUTHENTICATED', 'This passkey could not be used.', { hint: 'Try again, or take another way in.' })

/**
 * Returns whose passkey signed a challenge, for this site, with its owner present and recognised. Throws UNAUTHENTICATED
 * for a passkey that is unknown, of another site, or copied: its counter went back.
 */
export async function verifyProof(ctx: Ctx, proof: Proof, challenge: string): Promise<string> {
  const { id, ...response } = proof
  const passkey = ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, id)).get()
  if (!passkey) throw refused()
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
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
      },
    })
    if (!verified) throw refused()
    const used = { counter: authenticationInfo.newCounter, usedAt: ctx.now() }
    ctx.db.update(passkeys).set(used).where(eq(passkeys.id, passkey.id)).run()
    return passkey.userId
  } catch {
    throw refused()
  }
}
