import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { accountOf } from '../account-of.ts'
import { type Client, startSession } from '../session/session.ts'
import { beginStep, endStep, type Step, tryStep } from '../session/sign-in-step.ts'
import type { SignedIn } from '../sign-in/sign-up.ts'
import { credentialIdsOf } from './list-passkeys.ts'
import type { SecondStep } from './model.ts'
import { takeRecoveryCode } from './second-factor.ts'
import type { Proof } from './shape.ts'
import { rpIdOf, verifyProof } from './verify-proof.ts'

export const signInChallenge = (ctx: Ctx) => ({ ...beginStep(ctx, 'sign-in', null), rpId: rpIdOf(ctx) })

/** A passkey counts as two factors: the device, and its screen lock. Throws UNAUTHENTICATED. */
export async function signInByPasskey(ctx: Ctx, token: string, proof: Proof, client: Client): Promise<SignedIn> {
  const step = tryStep(ctx, 'sign-in', token)
  const userId = await verifyProof(ctx, proof, step)
  return finish(ctx, step, userId, client, 'passkey')
}

/** Throws BAD_STATE when it has expired. */
export function secondChallenge(ctx: Ctx, token: string) {
  const { userId, challenge } = tryStep(ctx, ['second', 'reset'], token)
  return { challenge, rpId: rpIdOf(ctx), passkeyIds: credentialIdsOf(ctx, userId ?? '') }
}

/**
 * Finishes a sign-in with the second factor that its account requires: a passkey of that account,
 * or a recovery code. Throws UNAUTHENTICATED for any other, BAD_STATE when the step has expired.
 */
export async function finishSecondStep(ctx: Ctx, body: SecondStep, client: Client): Promise<SignedIn> {
  const step = tryStep(ctx, 'second', body.step)
  const userId = step.userId ?? ''
  const { address, userAgent } = client
  try {
    if (body.proof !== undefined) {
      await verifyProof(ctx, body.proof, step)
      return finish(ctx, step, userId, client, 'second passkey')
    }
    if (!takeRecoveryCode(ctx, userId, body.recoveryCode ?? '')) {
      throw new AppError('UNAUTHENTICATED', say('This recovery code does not work.'), { hint: say('Each works once.') })
    }
    return finish(ctx, step, userId, client, 'recovery code')
  } catch (error) {
    noteSecurity(ctx, 'sign_in_failed', { userId, address, userAgent }, { by: 'second step' })
    throw error
  }
}

function finish(ctx: Ctx, step: Step, userId: string, client: Client, by: string): SignedIn {
  if (!endStep(ctx, step)) throw new AppError('BAD_STATE', say('That took too long.'), { hint: say('Start again.') })
  const { address, userAgent } = client
  const token = startSession(ctx, userId, client)
  noteSecurity(ctx, 'signed_in', { userId, address, userAgent }, { by })
  return { account: accountOf(ctx, userId), token }
}
