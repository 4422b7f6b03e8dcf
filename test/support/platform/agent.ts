import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK } from 'jose'
import { signatureHeaders } from 'web-bot-auth'
import { signerFromJWK } from 'web-bot-auth/crypto'

type Answer = (keys: object[]) => Response
type Signed = { created?: number; expires?: number; nonce?: string; agent?: string }

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
    /** The headers of a request as Cloudflare's library signs it. */
    async headersFor(
      url: string,
      { created = now(), expires = created + 300_000, nonce, agent: named = origin }: Signed = {},
    ) {
      const headers = new Headers({ 'signature-agent': JSON.stringify(named) })
      const request = new Request(url, { method: 'POST', headers })
      const made = await signatureHeaders(request, signer, {
        created: inSec(created),
        expires: inSec(expires),
        ...(nonce === undefined ? {} : { nonce }),
      })
      return {
        'signature-agent': JSON.stringify(named),
        signature: made.Signature,
        'signature-input': made['Signature-Input'],
      }
    },
    /**
     * The same with the member of a dictionary as its name, as the draft has it now; written out,
     * by nobody's library.
     */
    headersByHand(url: string, parts: { covered?: string; parameters?: string; lines?: string; header?: string } = {}) {
      const created = Math.floor(now() / 1_000)
      const covered = parts.covered ?? '"@authority" "signature-agent";key="sig1"'
      const times = `created=${created};expires=${created + 60}`
      const parameters =
        parts.parameters ?? `${times};keyid="${keyid}";alg="ed25519";nonce="${crypto.randomUUID()}";tag="web-bot-auth"`
      const input = `(${covered});${parameters}`
      const lines = parts.lines ?? `"@authority": ${new URL(url).host}\n"signature-agent";key="sig1": "${origin}"`
      const signature = sign(
        null,
        Buffer.from(`${lines}\n"@signature-params": ${input}`),
        createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      )
      return {
        'signature-agent': parts.header ?? `sig1="${origin}"`,
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
      name === 'signature-agent' ? value : `${value}, ${value.replace('sig1=', 'sig2=')}`,
    ]),
  )
