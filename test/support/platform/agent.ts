import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import { signatureHeaders } from 'web-bot-auth'
import { signerFromJWK } from 'web-bot-auth/crypto'

type Answer = (keys: object[]) => Response
type Signed = { created?: number; expires?: number; nonce?: string; agent?: string }

/** Returns the Content-Digest of a body that is sent as JSON. */
export const digestOf = (body: unknown, [name, hash] = ['sha-256', 'sha256']): string =>
  `${name}=:${createHash(hash ?? '')
    .update(JSON.stringify(body))
    .digest('base64')}:`

/** Parts of a request as a signature covers them, each with its value. */
export type Covered = Readonly<Record<string, string>>

type ByHand = {
  /** Chooses what the signature covers; by default all that it has to. */
  covers?(whole: Covered): Covered
  parameters?: string
  /** The value of Signature-Agent. */
  header?: string
  digest?: string
}

/** An agent with a key and a real directory of it on loopback, which answers as `answer` says. */
export async function startAgent(now: () => number) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const jwk = await exportJWK(publicKey)
  const keyid = await calculateJwkThumbprint(jwk)
  const answer: Answer = (keys) => Response.json({ keys })
  const agent = { asked: 0, answer, keys: [{ ...jwk, kid: keyid }] }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      agent.asked += 1
      if (new URL(request.url).pathname !== '/.well-known/http-message-signatures-directory')
        return new Response(null, { status: 404 })
      return agent.answer(agent.keys)
    },
  })
  const origin = `http://127.0.0.1:${server.port}`
  const signer = await signerFromJWK({ ...privateKey.export({ format: 'jwk' }), kty: 'OKP' })
  const inSec = (ms: number) => new Date(Math.floor(ms / 1_000) * 1_000)

  return {
    state: agent,
    origin,
    keyid,
    privateKey,
    /** The headers of a POST as Cloudflare's library signs it. */
    async headersFor(
      url: string,
      body: unknown,
      { created = now(), expires = created + 300_000, nonce, agent: named = origin }: Signed = {},
    ) {
      const own = { 'signature-agent': JSON.stringify(named), 'content-digest': digestOf(body) }
      const made = await signatureHeaders(new Request(url, { method: 'POST', headers: own }), signer, {
        created: inSec(created),
        expires: inSec(expires),
        components: ['@method', '@authority', '@path', 'content-digest', 'signature-agent'],
        ...(nonce === undefined ? {} : { nonce }),
      })
      return { ...own, signature: made.Signature, 'signature-input': made['Signature-Input'] }
    },
    /**
     * The same with the member of a dictionary as its name, as the draft has it now; written out,
     * by nobody's library.
     */
    headersByHand(url: string, body: unknown, parts: ByHand = {}): Record<string, string> {
      const { digest = digestOf(body), header = `sig1="${origin}"` } = parts
      const whole = {
        '"@method"': 'POST',
        '"@target-uri"': url,
        '"content-digest"': digest,
        '"signature-agent";key="sig1"': header.replace(/^sig1=("[^"]*").*$/, '$1'),
      }
      const covered = parts.covers?.(whole) ?? whole
      const created = Math.floor(now() / 1_000)
      const times = `created=${created};expires=${created + 60}`
      const parameters =
        parts.parameters ?? `${times};keyid="${keyid}";alg="ed25519";nonce="${crypto.randomUUID()}";tag="web-bot-auth"`
      const input = `(${Object.keys(covered).join(' ')});${parameters}`
      const lines = Object.entries(covered).map(([name, value]) => `${name}: ${value}\n`)
      const signature = sign(
        null,
        Buffer.from(`${lines.join('')}"@signature-params": ${input}`),
        createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      )
      return {
        'signature-agent': header,
        'content-digest': digest,
        'signature-input': `sig1=${input}`,
        signature: `sig1=:${signature.toString('base64')}:`,
      }
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

/** The headers with the same signature under a second label. */
export const twice = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      name === 'signature-agent' || name === 'content-digest' ? value : `${value}, ${value.replace('sig1=', 'sig2=')}`,
    ]),
  )

/** Returns a choice of all parts but some. */
export const without =
  (...names: string[]) =>
  (whole: Covered): Covered =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)))
