import { type Static, Type as t } from '@sinclair/typebox'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { licenses } from '../../../db/schema/release/license.ts'
import type { Ctx } from '../../context.ts'
import { notFound } from '../../errors.ts'
import { sha256Hex } from '../../lib/hash/hmac.ts'
import { dayMs } from '../../lib/time/calendar.ts'
import { configState } from '../../platform/own-state.ts'
import { Proof } from '../shape.ts'
import { didOf, signDocument } from '../signing/sign-document.ts'
import { type ListPlace, listLength, listName, readListName } from './list-place.ts'

/** A status list (W3C Bitstring Status List 1.0) of the licenses that have ended. */
export const StatusList = t.Object({
  '@context': t.Array(t.String()),
  id: t.String(),
  type: t.Array(t.String()),
  issuer: t.String(),
  validFrom: t.String(),
  validUntil: t.String(),
  credentialSubject: t.Object({
    id: t.String(),
    type: t.Literal('BitstringStatusList'),
    statusPurpose: t.Literal('suspension'),
    encodedList: t.String({ description: 'a bit for each entry, packed with gzip, in base64url after “u”' }),
    ttl: t.Integer({ description: 'ms for which it may be kept' }),
  }),
  proof: Proof,
})

/** A license that has ended may hold again, as after a dispute that was won: it is suspended. */
const statusPurpose = 'suspension' as const

export const StatusEntry = t.Object({
  id: t.String(),
  type: t.Literal('BitstringStatusListEntry'),
  statusPurpose: t.Literal(statusPurpose),
  statusListIndex: t.String(),
  statusListCredential: t.String({ description: 'where the list is' }),
})

const listUrl = ({ site }: Pick<Ctx, 'site'>, list: Omit<ListPlace, 'listIndex'>): string =>
  `${site.origin}/api/agents/license-lists/${listName(list)}`

/** Returns what a credential says of its place in a status list. */
export function statusEntry(ctx: Pick<Ctx, 'site'>, place: ListPlace): Static<typeof StatusEntry> {
  const url = listUrl(ctx, place)
  return {
    id: `${url}#${place.listIndex}`,
    type: 'BitstringStatusListEntry',
    statusPurpose,
    statusListIndex: `${place.listIndex}`,
    statusListCredential: url,
  }
}

const { placeholder } = sql
const whereInList = and(
  eq(licenses.listOrigin, placeholder('listOrigin')),
  eq(licenses.listNumber, placeholder('listNumber')),
  isNotNull(licenses.listIndex),
)

const first = prepared((db) => db.select({ id: licenses.orderId }).from(licenses).where(whereInList).limit(1))
const ended = prepared((db) =>
  db
    .select({ index: licenses.listIndex })
    .from(licenses)
    .where(and(whereInList, isNotNull(licenses.endedAt))),
)

type Made = { readonly bits: string; readonly madeAt: number; readonly text: string }

const madeLists = configState(() => new Map<string, Made>())

const validMs = 2 * dayMs
const ttlMs = 300_000

/**
 * Returns a signed list as JSON text: the same one until a license in it ends or holds again, or a
 * day is over (rule: status-list). Throws NOT_FOUND.
 */
export function readStatusList(ctx: Ctx, name: string): string {
  const list = readListName(name)
  if (!list || !first(ctx.db).get(list)) throw notFound('license')
  const bytes = new Uint8Array(listLength / 8)
  for (const { index } of ended(ctx.db).all(list)) {
    if (index !== null) bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7))
  }
  const lists = madeLists(ctx)
  const bits = sha256Hex(bytes)
  const now = ctx.now()
  const known = lists.get(name)
  if (known?.bits === bits && now >= known.madeAt && now < known.madeAt + dayMs) return known.text
  const text = signList(ctx, listUrl(ctx, list), bytes, now)
  lists.set(name, { bits, madeAt: now, text })
  return text
}

function signList(ctx: Ctx, url: string, bytes: Uint8Array<ArrayBuffer>, atMs: number): string {
  const said = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    id: url,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: didOf(ctx),
    validFrom: new Date(atMs).toISOString(),
    validUntil: new Date(atMs + validMs).toISOString(),
    credentialSubject: {
      id: `${url}#list`,
      type: 'BitstringStatusList' as const,
      statusPurpose,
      encodedList: `u${Buffer.from(Bun.gzipSync(bytes)).toString('base64url')}`,
      ttl: ttlMs,
    },
  }
  return JSON.stringify({ ...said, proof: signDocument(ctx, said, atMs) })
}
