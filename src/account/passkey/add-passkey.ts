import { count, eq } from 'drizzle-orm'
import { inTransaction } from '../../../db/commits.ts'
import { passkeys } from '../../../db/schema/account/passkey.ts'
import type { Ctx } from '../../context.ts'
import { AppError, invalid } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { noteSecurity } from '../../platform/security/note-security.ts'
import { cleanLine } from '../clean-text.ts'
import { requireSession } from '../session/require-session.ts'
import type { Client } from '../session/session.ts'
import { beginStep, endStep, tryStep } from '../session/sign-in-step.ts'
import { mailWays } from './emails.ts'
import { credentialIdsOf, mostOfPerson, toPasskey } from './list-passkeys.ts'
import type { NewPasskey, Passkey } from './model.ts'
import { rpIdOf } from './verify-proof.ts'

const unnamed = 'Passkey'

export function newChallenge(ctx: Ctx, viewer: Viewer) {
  const { userId, email, displayName } = viewer
  return {
    ...beginStep(ctx, 'register', userId),
    rpId: rpIdOf(ctx),
    rpName: ctx.config.site.name,
    user: { id: Buffer.from(userId).toString('base64url'), name: email, displayName },
    passkeyIds: credentialIdsOf(ctx, userId),
  }
}

/**
 * Adds the passkey that an authenticator created for a challenge of the viewer's. Throws VALIDATION
 * for one of another site or challenge, BAD_STATE when the step has expired or the person has as
 * many as allowed.
 */
export async function addPasskey(ctx: Ctx, viewer: Viewer, body: NewPasskey, client: Client): Promise<Passkey> {
  const { userId } = viewer
  const step = tryStep(ctx, 'register', body.step)
  if (step.userId !== userId) throw new AppError('BAD_STATE', say('That took too long.'), { hint: say('Start again.') })
  const { id, publicKey, counter } = await verifyNew(ctx, body, step.challenge)
  const row = {
    id: ctx.uuid(),
    userId,
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: body.transports,
    name: cleanLine(body.name ?? '') || unnamed,
    createdAt: ctx.now(),
    usedAt: null,
  }
  inTransaction(ctx.db, () => {
    requireSession(ctx, viewer)
    const { all } = ctx.db.select({ all: count() }).from(passkeys).where(eq(passkeys.userId, userId)).get() ?? {
      all: 0,
    }
    if (all >= mostOfPerson) {
      throw new AppError('BAD_STATE', say('You have {mostOfPerson} passkeys.', { mostOfPerson }), {
        hint: say('Remove one of them first.'),
      })
    }
    const isNew = ctx.db.insert(passkeys).values(row).onConflictDoNothing().returning().get()
    if (!endStep(ctx, step) || !isNew) throw invalid('id', say('This passkey is known already.'))
    mailWays(ctx, viewer, () => say('A passkey was added to your account'))
  })
  const { address, userAgent } = client
  noteSecurity(ctx, 'passkey_added', { userId, address, userAgent })
  return toPasskey(row)
}

async function verifyNew(ctx: Ctx, { id, clientDataJSON, attestationObject }: NewPasskey, challenge: string) {
  const { verifyRegistrationResponse } = await import('./webauthn.ts')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: ctx.site.origin,
      expectedRPID: rpIdOf(ctx),
      requireUserVerification: true,
    })
    if (verified && registrationInfo) return registrationInfo.credential
  } catch {
    // Handled below: the library throws when verification fails.
  }
  throw invalid('id', say('This passkey could not be added.'), say('Try again, or use another device.'))
}
