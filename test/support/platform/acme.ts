import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { calculateJwkThumbprint, decodeProtectedHeader, flattenedVerify, importJWK, type JWK } from 'jose'
import { createCa, readRequest } from './acme-ca.ts'

const Jws = t.Object({ protected: t.String(), payload: t.String(), signature: t.String() })
const NewOrder = t.Object({
  identifiers: t.Array(t.Object({ type: t.Literal('dns'), value: t.String() }), { minItems: 1 }),
  replaces: t.Optional(t.String()),
})
const Finalize = t.Object({ csr: t.String() })

type Problem = { type: string; detail: string }
type Order = {
  id: number
  name: string
  account: string
  status: 'pending' | 'ready' | 'processing' | 'valid' | 'invalid'
  token: string
  checked: 'pending' | 'processing' | 'valid' | 'invalid'
  problem?: Problem
  chain?: string
  replaces: string | undefined
}

/** The deviations of a peer from doing well. */
export type AcmeFaults = {
  /** The first so many signed requests are told that their nonce is bad. */
  badNonces: number
  /** How often something is asked for before it is done. */
  slowness: number
  /** Refuses a request by its path. */
  refuse: (path: string) => Response | Promise<Response> | undefined
  /** Where the authority finds the plain port of every name. */
  httpPort: number
  validUntil: number
  /** The certificates that it adds to the chains that it gives. */
  chainEnd: string
  /** The window that it suggests for renewal. */
  window: { start: string; end: string } | undefined
}

/** Returns a problem document as an authority sends it. */
export const problem = (status: number, type: string, detail: string, headers: Record<string, string> = {}) =>
  Response.json(
    { type: `urn:ietf:params:acme:error:${type}`, detail, status },
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )

/**
 * A certificate authority on a free port that speaks RFC 8555 and 9773: it checks nonces,
 * signatures, names by really asking for them, and requests. Ends with its scope.
 */
export async function startAcme() {
  const ca = await createCa()
  const faults: AcmeFaults = {
    badNonces: 0,
    slowness: 0,
    refuse: () => undefined,
    httpPort: 0,
    validUntil: Date.now() + 90 * 86_400_000,
    chainEnd: '',
    window: undefined,
  }
  const nonces = new Set<string>()
  const accounts = new Map<string, JWK>()
  const orders: Order[] = []
  const asked: string[] = []
  let rounds = 0

  const newNonce = () => {
    const nonce = crypto.randomUUID()
    nonces.add(nonce)
    return nonce
  }
  const accountOf = async (jwk: JWK) => `${server.url.origin}/account/${await calculateJwkThumbprint(jwk)}`
  const isSlow = () => {
    rounds += 1
    return rounds <= faults.slowness
  }

  /** Returns who sent a request and what it says; a Response where it is refused. */
  async function open(request: Request) {
    const jws = Value.Decode(Jws, await request.json())
    const header = decodeProtectedHeader(jws)
    const { nonce, url, kid } = header
    const isFresh = typeof nonce === 'string' && nonces.delete(nonce)
    faults.badNonces -= 1
    if (!isFresh || faults.badNonces >= 0) return problem(400, 'badNonce', 'that nonce is not good')
    if (url !== request.url || header.alg !== 'ES256') return problem(400, 'malformed', 'the header does not fit')
    const jwk = typeof kid === 'string' ? accounts.get(kid) : header.jwk
    if (jwk === undefined) return problem(400, 'accountDoesNotExist', 'there is no such account')
    const { payload } = await flattenedVerify(jws, await importJWK(jwk, 'ES256'))
    const text = Buffer.from(payload).toString('utf8')
    const body: unknown = text === '' ? null : JSON.parse(text)
    return { body, jwk, account: await accountOf(jwk) }
  }

  const show = (order: Order, status = 200) => {
    const base = `${server.url.origin}/order/${order.id}`
    const body = {
      status: order.status,
      identifiers: [{ type: 'dns', value: order.name }],
      authorizations: [`${base}/authorization`],
      finalize: `${base}/finalize`,
      ...(order.status === 'valid' ? { certificate: `${base}/certificate` } : {}),
    }
    return Response.json(body, { status, headers: { location: base, 'retry-after': '0' } })
  }
  const showAuthorization = ({ id, name, token, checked, problem: error }: Order) =>
    Response.json({
      status: checked === 'processing' ? 'pending' : checked,
      identifier: { type: 'dns', value: name },
      challenges: [
        { type: 'dns-01', url: `${server.url.origin}/order/${id}/dns`, status: 'pending', token },
        { type: 'http-01', url: `${server.url.origin}/order/${id}/challenge`, status: checked, token, error },
      ],
    })

  async function check(order: Order, jwk: JWK): Promise<void> {
    order.checked = 'processing'
    const expected = `${order.token}.${await calculateJwkThumbprint(jwk)}`
    const path = `/.well-known/acme-challenge/${order.token}`
    const found = await fetch(`http://127.0.0.1:${faults.httpPort}${path}`, { headers: { host: order.name } })
      .then((response) => response.text())
      .catch(() => undefined)
    const isRight = found === expected
    order.checked = isRight ? 'valid' : 'invalid'
    order.status = isRight ? 'ready' : 'invalid'
    const type = `urn:ietf:params:acme:error:${found === undefined ? 'connection' : 'unauthorized'}`
    if (!isRight) order.problem = { type, detail: `${order.name} said ${found ?? 'nothing: Connection refused'}` }
  }

  async function answer(request: Request, path: string): Promise<Response> {
    const opened = await open(request)
    if (opened instanceof Response) return opened
    const { body, jwk, account } = opened
    if (path === '/new-account') {
      const isAgreed = Reflect.get(Object(body), 'termsOfServiceAgreed') === true
      if (!isAgreed) return problem(403, 'userActionRequired', 'agree to the terms')
      const status = accounts.has(account) ? 200 : 201
      accounts.set(account, jwk)
      return Response.json({ status: 'valid' }, { status, headers: { location: account } })
    }
    if (!accounts.has(account)) return problem(400, 'accountDoesNotExist', 'there is no such account')
    if (path === '/new-order') {
      const { identifiers, replaces } = Value.Decode(NewOrder, body)
      const order: Order = {
        id: orders.length,
        name: identifiers[0]?.value ?? '',
        account,
        status: 'pending',
        token: crypto.randomUUID(),
        checked: 'pending',
        replaces,
      }
      orders.push(order)
      return show(order, 201)
    }
    const [, , id, what] = path.split('/')
    const order = orders[Number(id)]
    if (order?.account !== account) return problem(404, 'malformed', 'there is no such order')
    if (what === 'authorization') return showAuthorization(order)
    if (what === 'challenge') {
      void check(order, jwk)
      return Response.json({ type: 'http-01', url: request.url, status: 'processing', token: order.token })
    }
    if (what === 'finalize') {
      if (order.status !== 'ready') return problem(403, 'orderNotReady', 'the name is not proven')
      const { csr } = Value.Decode(Finalize, body)
      const { names, isSigned } = await readRequest(csr)
      if (!isSigned || names.join() !== order.name) return problem(400, 'badCSR', `it asks for ${names.join()}`)
      order.chain = await ca.sign(csr, faults.validUntil)
      order.status = 'processing'
      return show(order)
    }
    if (what === 'certificate') return new Response(`${order.chain}${faults.chainEnd}`)
    if (order.status === 'processing' && !isSlow()) order.status = 'valid'
    return show(order)
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, origin } = new URL(request.url)
      asked.push(pathname)
      const refused = await faults.refuse(pathname)
      if (refused) return refused
      if (pathname === '/directory') {
        return Response.json({
          newNonce: `${origin}/new-nonce`,
          newAccount: `${origin}/new-account`,
          newOrder: `${origin}/new-order`,
          renewalInfo: `${origin}/renewal-info`,
          meta: { termsOfService: `${origin}/terms` },
        })
      }
      if (pathname.startsWith('/renewal-info/')) {
        return faults.window
          ? Response.json({ suggestedWindow: faults.window })
          : problem(404, 'malformed', 'no window')
      }
      const response = pathname === '/new-nonce' ? new Response(null) : await answer(request, pathname)
      response.headers.set('replay-nonce', newNonce())
      return response
    },
  })
  return {
    directory: `${server.url.origin}/directory`,
    rootPem: ca.rootPem,
    faults,
    /** The orders, the newest last. */
    orders,
    asked,
    /** Forgets everybody, as an authority that was set up again. */
    forgetAccounts: () => accounts.clear(),
    [Symbol.dispose]: () => void server.stop(true),
  }
}

export type AcmePeer = Awaited<ReturnType<typeof startAcme>>
