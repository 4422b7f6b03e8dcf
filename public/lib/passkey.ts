import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser'

type Challenge = { challenge: string; rpId: string; passkeyIds?: readonly string[] }
type NewChallenge = Challenge & { rpName: string; user: { id: string; name: string; displayName: string } }

// Ed25519, ES256, RS256.
const algorithms = [-8, -7, -257] as const
const timeout = 120_000

/**
 * Whether this browser can make and use passkeys, which needs https or localhost. The server, which
 * draws the page first, takes it for one that can.
 */
export const takesPasskeys = (): boolean => !globalThis.document || browserSupportsWebAuthn()

const listed = (ids: readonly string[] = []) => ids.map((id) => ({ id, type: 'public-key' as const }))

/** Returns null when the user cancels, or the device has no passkey for this site. */
export async function askPasskey({ challenge, rpId, passkeyIds }: Challenge) {
  const allowCredentials = listed(passkeyIds)
  try {
    const { id, response } = await startAuthentication({
      optionsJSON: { challenge, rpId, allowCredentials, userVerification: 'required', timeout },
    })
    const { clientDataJSON, authenticatorData, signature } = response
    return { id, clientDataJSON, authenticatorData, signature }
  } catch {
    return null
  }
}

/** Returns 'present' when it already has one for this account, null when the user cancels. */
export async function makePasskey({ challenge, rpId, rpName, user, passkeyIds }: NewChallenge) {
  try {
    const { id, response } = await startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rpId, name: rpName },
        user,
        pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
        excludeCredentials: listed(passkeyIds),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        timeout,
      },
    })
    const { clientDataJSON, attestationObject, transports = [] } = response
    return { id, clientDataJSON, attestationObject, transports }
  } catch (error) {
    return error instanceof Error && error.name === 'InvalidStateError' ? 'present' : null
  }
}
