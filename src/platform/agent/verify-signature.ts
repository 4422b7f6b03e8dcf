import { createHash, verify } from 'node:crypto'
import { asc, inArray, lte, sql } from 'drizzle-orm'
import { createSignatureBase, formatSignatureBase } from 'http-message-signatures/lib/httpbis/index.js'
import {
  type InnerList,
  isInnerList,
  parseDictionary,
  parseItem,
  serializeItem,
  serializeList,
} from 'structured-headers'
import { prepared } from '../../../db/prepared.ts'
import { seenSignatures } from '../../../db/schema/platform/agent.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { digestedBody } from '../http/request/body.ts'
import { agentKey } from './key-directory.ts'

const tag = 'web-bot-auth'
const aheadMs = 60_000
const longestMs = 3_600_000
const forgottenAtOnce = 100
/** For each part of a request that it covers, a header may be parsed as a whole. */
const mostCovered = 20

const digestAlgorithms = [
  { name: 'sha-256', hash: 'sha256' },
  { name: 'sha-512', hash: 'sha512' },
] as const

const refused = (hint: string) =>
  new AppError('UNAUTHENTICATED', say('The signature of the request is not valid.'), { hint })

/**
 * Returns the name of the agent whose signature a request has, as `signedAgent` says it; null for a
 * signature that covers less than the whole request.
 */
export async function verifiedAgent(ctx: Ctx, request: Request): Promise<string | null> {
  const signed = readSigned(ctx, request)
  if (signed === null) return null
  const { origin, keyid, base, signature, expiresMs } = signed
  const key = await agentKey(ctx, origin, keyid)
  if (!verify(null, Buffer.from(base), key, signature)) throw refused('It does not fit the request and the key.')
  noteSeen(ctx, createHash('sha256').update(base).digest(), expiresMs)
  return origin
}

function readSigned(ctx: Ctx, request: Request) {
  try {
    return parseSigned(ctx, request)
  } catch (error) {
    // The library's messages about unreadable headers are for its callers.
    throw error instanceof AppError ? error : refused('Signature-Input, Signature or what they cover cannot be read.')
  }
}

function parseSigned(ctx: Ctx, request: Request) {
  const { headers } = request
  const inputs = parseDictionary(headers.get('signature-input') ?? '')
  const ours = [...inputs].filter(([, [, parameters]]) => parameters.get('tag') === tag)
  const [[label, input] = []] = ours
  if (ours.length !== 1 || label === undefined || !input || !isInnerList(input)) {
    throw refused(`One signature has to have the tag "${tag}".`)
  }
  const [components, parameters] = input
  if (components.length > mostCovered) throw refused(`It may cover ${mostCovered} parts of the request at most.`)
  const url = urlOf(ctx, request)
  if (!coversAll(components, url)) return null
  refuseOtherBody(request)
  const isAgents = ([name, parts]: (typeof components)[number]) =>
    name === 'signature-agent' && (parts.size === 0 || (parts.size === 1 && parts.get('key') === label))
  if (!components.some(isAgents))
    throw refused('It has to cover "signature-agent", whole or as the member of its label.')
  const keyid = parameters.get('keyid')
  if (typeof keyid !== 'string') throw refused('It has to have a keyid: the thumbprint of the key.')
  if ((parameters.get('alg') ?? 'ed25519') !== 'ed25519') throw refused('Only signatures by Ed25519 are taken.')
  const expiresMs = readTimes(ctx, parameters.get('created'), parameters.get('expires'))
  const [signature] = parseDictionary(headers.get('signature') ?? '').get(label) ?? []
  if (!(signature instanceof ArrayBuffer)) throw refused(`Signature has no member "${label}".`)
  const message = { method: request.method, url, headers: Object.fromEntries(headers) }
  const fields = components.map((each) => serializeItem(each))
  const base = createSignatureBase({ fields }, message)
  base.push(['"@signature-params"', [serializeList([input])]])
  const origin = readOrigin(ctx, headers.get('signature-agent') ?? '', label)
  return { origin, keyid, base: formatSignatureBase(base), signature: new Uint8Array(signature), expiresMs }
}

function urlOf(ctx: Ctx, request: Request): URL {
  const url = new URL(request.url)
  url.protocol = new URL(ctx.site.origin).protocol
  url.host = request.headers.get('host') ?? url.host
  return url
}

/** Whether a signature covers what a request does: its method, its whole target and its body. */
function coversAll(components: InnerList[0], { search }: URL): boolean {
  const whole = components.flatMap(([name, parts]) => (parts.size === 0 ? [name] : []))
  const parts = ['@authority', '@path', ...(search === '' ? [] : ['@query'])]
  const hasTarget = whole.includes('@target-uri') || parts.every((name) => whole.includes(name))
  return hasTarget && whole.includes('@method') && whole.includes('content-digest')
}

/** Compares the body with all digests of Content-Digest that we know (RFC 9530). */
function refuseOtherBody(request: Request): void {
  const body = digestedBody(request)
  const digests = parseDictionary(request.headers.get('content-digest') ?? '')
  const known = digestAlgorithms.flatMap(({ name, hash }) => {
    const [said] = digests.get(name) ?? []
    return said === undefined ? [] : [{ said, found: createHash(hash).update(body).digest() }]
  })
  if (known.length === 0) throw refused('Content-Digest has to have sha-256 or sha-512.')
  const isOther = known.some(({ said, found }) => !(said instanceof ArrayBuffer) || !found.equals(Buffer.from(said)))
  if (isOther) throw refused('Content-Digest is that of another body.')
}

/** Returns when a signature expires, in ms. A clock that is a minute ahead is tolerated. */
function readTimes(ctx: Ctx, created: unknown, expires: unknown): number {
  if (typeof created !== 'number' || typeof expires !== 'number') throw refused('It has to have created and expires.')
  const now = ctx.now()
  if (created * 1_000 > now + aheadMs) throw refused('It is from the future: set the clock of the agent.')
  if (expires * 1_000 <= now) throw refused('It has expired: sign each request anew.')
  if (expires <= created || (expires - created) * 1_000 > longestMs)
    throw refused('It may be valid for an hour at most.')
  return expires * 1_000
}

/** Looks in the member with the signature's label, or in the older form by itself. */
function readOrigin(ctx: Ctx, header: string, label: string): string {
  const [named] = header.startsWith('"') ? parseItem(header) : (parseDictionary(header).get(label) ?? [])
  const url = typeof named === 'string' && URL.canParse(named) ? new URL(named) : undefined
  const isPublic = url?.protocol === 'https:' && url.port === '' && /[a-z]$/.test(url.hostname)
  const isOperators = url !== undefined && ctx.config.agentOrigins.includes(url.origin)
  if (url?.username !== '' || url.password !== '' || !(isPublic || isOperators)) {
    throw refused('Signature-Agent has to name an https address under a name, at which the directory of the keys is.')
  }
  return url.origin
}

const add = prepared((db) =>
  db
    .insert(seenSignatures)
    .values({ hash: sql.placeholder('hash'), expiresAt: sql.placeholder('expiresAt') })
    .onConflictDoNothing()
    .returning({ expiresAt: seenSignatures.expiresAt }),
)
const forgetExpired = prepared((db) => {
  const { hash, expiresAt } = seenSignatures
  const expired = db
    .select({ hash })
    .from(seenSignatures)
    .where(lte(expiresAt, sql.placeholder('now')))
  return db.delete(seenSignatures).where(inArray(hash, expired.orderBy(asc(expiresAt)).limit(forgottenAtOnce)))
})

/**
 * Stored in the database, so that a signature from before a restart does not count again either.
 */
function noteSeen(ctx: Ctx, hash: Buffer, expiresAt: number): void {
  forgetExpired(ctx.db).run({ now: ctx.now() })
  if (!add(ctx.db).get({ hash, expiresAt })) throw refused('It was sent before: sign each request anew, with a nonce.')
}
