import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type CryptoKey, FlattenedSign, type JWK } from 'jose'
import type { Ctx } from '../../../context.ts'
import { isPublicAddress } from '../../../lib/address/public-address.ts'
import { parseJson } from '../../../lib/json/json.ts'
import { readBounded } from '../../http/request/read-bounded.ts'
import { version } from '../../version.ts'
import { readDomainName } from '../domain-name.ts'
import { Problem, Refusal, Unreachable } from './refusal.ts'

const patienceMs = 30_000
const maxAnswerBytes = 256 * 1024
const nonceTries = 5

const Directory = t.Object({
  newNonce: t.String(),
  newAccount: t.String(),
  newOrder: t.String(),
  renewalInfo: t.Optional(t.String()),
  meta: t.Optional(
    t.Object({ termsOfService: t.Optional(t.String()), externalAccountRequired: t.Optional(t.Boolean()) }),
  ),
})

/** The key of an account: its halves for signing and for showing. */
export type AccountKey = { privateKey: CryptoKey; publicJwk: JWK }

/** An answer of the authority: its text, and the headers that the protocol uses. */
export type AcmeAnswer = { text: string; location: string | null; retryAfterMs: number | undefined }

/** The signer of a request: a key, and the account once it has an address. */
export type Signer = { key: AccountKey; account: string | null }

/** Talks to one authority by RFC 8555. Everything throws Refusal and Unreachable. */
export type AcmeClient = Awaited<ReturnType<typeof openAcme>>

/** Takes https, and a name or an address that everybody can reach. */
export function isOnPublicWeb(text: string): boolean {
  const { protocol, hostname = '' } = URL.parse(text) ?? {}
  const address = hostname.replace(/[[\]]/g, '')
  return protocol === 'https:' && ('domain' in readDomainName(hostname) || isPublicAddress(address))
}

/**
 * Reads an authority's directory and returns a client for it. An authority on the public web cannot
 * lead elsewhere: it chooses the addresses of its requests, and could choose those of our network.
 * Throws Refusal and Unreachable.
 */
export async function openAcme({ now }: Pick<Ctx, 'now'>, directoryUrl: string, signal: AbortSignal) {
  const isPublic = isOnPublicWeb(directoryUrl)
  let nonce: string | undefined
  const send = async (url: string, init: RequestInit = {}) => {
    if (!URL.canParse(url) || (isPublic && !isOnPublicWeb(url))) {
      throw new Unreachable('the certificate authority named an address that is not on the public web')
    }
    const headers = { 'user-agent': `tapedeck/${version}`, ...init.headers }
    const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
    try {
      const response = await fetch(url, { ...init, headers, redirect: 'manual', signal: limit })
      nonce = response.headers.get('replay-nonce') ?? nonce
      const bytes = await readBounded(response, maxAnswerBytes, () => new Error('its answer is too long'))
      return { response, text: Buffer.from(bytes).toString('utf8') }
    } catch (error) {
      throw new Unreachable(
        `${new URL(url).host} does not answer: ${error instanceof Error ? error.message : 'no reason given'}`,
      )
    }
  }
  const get = async <S extends TSchema>(schema: S, url: string) => {
    const { response, text } = await send(url)
    const retryAfterMs = retryAfterOf(response, now)
    if (!response.ok) throw refusalOf(response, text, retryAfterMs)
    return { body: parseAnswer(schema, text), retryAfterMs }
  }
  const { body: directory } = await get(Directory, directoryUrl)

  const post = async (url: string, payload: object | null, { key, account }: Signer): Promise<AcmeAnswer> => {
    const signer = account === null ? { jwk: key.publicJwk } : { kid: account }
    const bytes = new TextEncoder().encode(payload === null ? '' : JSON.stringify(payload))
    for (let tries = 1; ; tries += 1) {
      if (nonce === undefined) await send(directory.newNonce, { method: 'HEAD' })
      const header = { alg: 'ES256', nonce: nonce ?? '', url, ...signer }
      nonce = undefined
      const body = JSON.stringify(await new FlattenedSign(bytes).setProtectedHeader(header).sign(key.privateKey))
      const headers = { 'content-type': 'application/jose+json' }
      const { response, text } = await send(url, { method: 'POST', headers, body })
      const retryAfterMs = retryAfterOf(response, now)
      if (response.ok) return { text, location: response.headers.get('location'), retryAfterMs }
      const refusal = refusalOf(response, text, retryAfterMs)
      if (refusal.kind !== 'badNonce' || tries === nonceTries) throw refusal
    }
  }
  return { directory, get, post }
}

/** Returns an answer's JSON. Throws Unreachable for anything else. */
export function parseAnswer<S extends TSchema>(schema: S, text: string): Static<S> {
  try {
    return Value.Decode(schema, parseJson(text))
  } catch {
    throw new Unreachable('the certificate authority gave an answer that is not of the protocol (RFC 8555)')
  }
}

function refusalOf({ status }: Response, text: string, retryAfterMs: number | undefined): Refusal {
  try {
    return new Refusal(Value.Decode(Problem, parseJson(text)), retryAfterMs)
  } catch {
    return new Refusal(
      { type: status === 404 ? 'malformed' : 'serverInternal', detail: `it answered ${status}` },
      retryAfterMs,
    )
  }
}

function retryAfterOf({ headers }: Response, now: () => number): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
