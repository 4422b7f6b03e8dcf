import { createHash } from 'node:crypto'
import { exportJWK, exportPKCS8, generateKeyPair, SignJWT } from 'jose'

/** The person who is signed in at the provider, as its ID token and its user address say. */
export type Told = Record<string, unknown>

/** The faults that a test makes the provider have. */
export type Wrong = {
  /** Claims of the ID token that differ from what they should be. */
  claims?: Told
  /** Signs with a key that nobody knows. */
  isForged?: boolean
  /** Answers the token request with this status, or not at all. */
  token?: number | 'silent'
}

/**
 * A provider on a free port, made by hand so that it can be wrong in every way. Ends with its
 * scope.
 */
export type Provider = AsyncDisposable & {
  readonly url: string
  /** Settings of an instance that has it as Google, Apple, Discord and OIDC alike. */
  readonly env: Record<string, string>
  told: Told
  wrong: Wrong
  isDown: boolean
  /** Grants that were asked for, with what was sent. */
  readonly asked: URLSearchParams[]
  /**
   * Signs in at the provider: returns the address, or for Apple the form, that it answers an
   * address of ours with.
   */
  consent(address: string): { back: URL; form: URLSearchParams }
}

const appleKey = await generateKeyPair('ES256', { extractable: true })
const privateKey = await exportPKCS8(appleKey.privateKey)

// Made once a process: a pair of these takes longer than a server does to start.
const [signing, strange] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])

export async function startProvider(): Promise<Provider> {
  const jwk = { ...(await exportJWK(signing.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const grants = new Map<string, { challenge: string; nonce: string; clientId: string; redirectUri: string }>()
  const state: Pick<Provider, 'told' | 'wrong' | 'isDown'> = { told: {}, wrong: {}, isDown: false }
  const asked: URLSearchParams[] = []
  let codes = 0
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  const url = `http://127.0.0.1:${server.port}`

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (state.isDown) return new Response('down', { status: 503 })
    if (pathname.endsWith('/openid-configuration')) return Response.json(metadata())
    if (pathname === '/keys') return Response.json({ keys: [jwk] })
    if (pathname === '/token' || pathname === '/api/oauth2/token')
      return grant(new URLSearchParams(await request.text()))
    if (pathname === '/api/users/@me' && request.headers.get('authorization') === 'Bearer access')
      return Response.json(state.told)
    return new Response('nothing', { status: 404 })
  }
  const metadata = () => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  })
  async function grant(sent: URLSearchParams): Promise<Response> {
    asked.push(sent)
    const { token } = state.wrong
    if (token === 'silent') return new Promise(() => {})
    if (token !== undefined) return new Response('{}', { status: token })
    const made = grants.get(sent.get('code') ?? '')
    grants.delete(sent.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    const fits = made?.challenge === challenge && made.redirectUri === sent.get('redirect_uri')
    if (!made || !fits) return Response.json({ error: 'invalid_grant' }, { status: 400 })
    const nowSec = Math.floor(Date.now() / 1000)
    const { nonce, clientId } = made
    const claims = {
      iss: url,
      aud: clientId,
      iat: nowSec,
      exp: nowSec + 60,
      nonce,
      ...state.told,
      ...state.wrong.claims,
    }
    const key = state.wrong.isForged ? strange.privateKey : signing.privateKey
    const idToken = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key)
    const isOpenId = sent.get('redirect_uri')?.includes('discord') !== true
    return Response.json({
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 60,
      ...(isOpenId ? { id_token: idToken } : {}),
    })
  }
  const secrets = { CLIENT_ID: 'tapedeck', CLIENT_SECRET: 'a secret of ours' }
  const named = (name: string, settings: Record<string, string>) =>
    Object.fromEntries(Object.entries(settings).map(([key, value]) => [`${name}_${key}`, value]))
  return {
    url,
    env: {
      ...named('GOOGLE', { ...secrets, ISSUER: url }),
      ...named('DISCORD', { ...secrets, ISSUER: url }),
      ...named('OIDC', { ...secrets, ISSUER: url, NAME: 'Vinyl Club' }),
      ...named('APPLE', {
        CLIENT_ID: 'tapedeck',
        TEAM_ID: 'TEAM',
        KEY_ID: 'KEY',
        PRIVATE_KEY: privateKey,
        ISSUER: url,
      }),
    },
    get told() {
      return state.told
    },
    set told(told) {
      state.told = told
    },
    get wrong() {
      return state.wrong
    },
    set wrong(wrong) {
      state.wrong = wrong
    },
    get isDown() {
      return state.isDown
    },
    set isDown(isDown) {
      state.isDown = isDown
    },
    asked,
    consent(address) {
      const { searchParams } = new URL(address)
      const word = (name: string) => searchParams.get(name) ?? ''
      codes += 1
      const code = `code-${codes}`
      const redirectUri = word('redirect_uri')
      grants.set(code, {
        challenge: word('code_challenge'),
        nonce: word('nonce'),
        clientId: word('client_id'),
        redirectUri,
      })
      const form = new URLSearchParams({ code, state: word('state'), iss: url })
      return { back: new URL(`${redirectUri}?${form}`), form }
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}
