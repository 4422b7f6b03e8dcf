import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'

/** A push as a browser behind the service got it: what was decrypted, and the headers. */
export type ReceivedPush = { message: Record<string, unknown>; headers: Headers; origin: string; subject: string }

/** How the service answers; `null`: never. */
export type PushAnswer = { status: number; headers?: Record<string, string> } | null

/** A push service on a free port of this machine. Ends with its scope. */
export type PushPeer = AsyncDisposable & {
  readonly origin: string
  readonly received: readonly ReceivedPush[]
  asked(): number
  /** How it answers from now on. */
  answer: PushAnswer
  /** Makes a browser that subscribed here. */
  subscription(): BrowserSubscription
}

export type BrowserSubscription = {
  endpoint: string
  expirationTime: null
  keys: { p256dh: string; auth: string }
}

function openBrowser(origin: string): BrowserSubscription & Browser {
  const own = createECDH('prime256v1')
  const p256dh = own.generateKeys('base64url')
  const auth = randomBytes(16)
  const endpoint = `${origin}/to/${randomBytes(9).toString('base64url')}`
  return { endpoint, expirationTime: null, keys: { p256dh, auth: auth.toString('base64url') }, own, auth }
}

/** A browser that subscribed at a push service, as JSON. */
export function newBrowser(origin: string): BrowserSubscription {
  const { own: _, auth: __, ...browser } = openBrowser(origin)
  return browser
}

type Browser = { own: ECDH; auth: Buffer }

/**
 * Starts a push service that believes nothing: it verifies who sends, and decrypts what it gets, as
 * RFC 8291 and 8292 say.
 */
export function startPushService(): PushPeer {
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  const state: { answer: PushAnswer; asked: number } = { answer: { status: 201 }, asked: 0 }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      state.asked += 1
      const { pathname, origin } = new URL(request.url)
      const browser = browsers.get(pathname)
      if (state.answer === null) return new Promise<Response>(() => undefined)
      if (!browser) return new Response(null, { status: 404 })
      if (state.answer.status === 201) {
        const subject = verifySender(request.headers.get('authorization') ?? '', origin)
        const message: Record<string, unknown> = JSON.parse(decrypt(browser, Buffer.from(await request.bytes())))
        received.push({ message, headers: request.headers, origin, subject })
      }
      return new Response(null, state.answer)
    },
  })
  return {
    origin: `http://127.0.0.1:${server.port}`,
    received,
    asked: () => state.asked,
    get answer() {
      return state.answer
    },
    set answer(answer) {
      state.answer = answer
    },
    subscription() {
      const { own, auth, ...browser } = openBrowser(`http://127.0.0.1:${server.port}`)
      browsers.set(new URL(browser.endpoint).pathname, { own, auth })
      return browser
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

const partOf = (text: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(text ?? '', 'base64url').toString())

/**
 * Returns the subject of a sender's token. Throws unless it is signed with the key that is named,
 * and for this service.
 */
function verifySender(authorization: string, audience: string): string {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head, claims, signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, sub, exp } = partOf(claims)
  if (!isSigned || aud !== audience || partOf(head).alg !== 'ES256') throw new Error('This push is forged.')
  if (typeof exp !== 'number' || exp * 1_000 > Date.now() + 86_400_000) throw new Error('Its token lasts too long.')
  return String(sub)
}

const derive = (secret: Buffer, salt: Buffer, what: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, what, bytes))

/**
 * Decrypts the one record of a push (aes128gcm). Throws when it was not encrypted for this browser.
 */
function decrypt({ own, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const keyBytes = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyBytes)
  const sealed = body.subarray(21 + keyBytes)
  const who = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const secret = derive(own.computeSecret(sender), auth, who, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
