import { formBytes, formType, sendForm } from '../casset/upload.ts'
import type { Stage } from '../contract.ts'
import { longestTurnMs, loopMs } from '../processor.ts'
import { agentSecret, type TestServer } from '../server.ts'
import { settled } from '../shop/checkout.ts'
import { fieldsOfBodies, type Place, type Schema } from './fields.ts'
import { heavyFiles } from './heavy-files.ts'
import { heavyTexts } from './heavy-texts.ts'
import { type Target, targetsOf } from './targets.ts'

/** A body may have 64 KiB, and a line of a header 16 KB. */
const mostOfBody = 60_000
const mostOfLine = 6_000

/** Sent where the document does not say how many a list has at most. */
const usualItems = 1_000

/** Tried where the document does not say how long a text may be. */
const usualLengths = [mostOfBody, 5_000, 100] as const

/** How long one request may keep the server's thread busy. */
const mostMs = 50

/** JSON that nests deeply or has many members, for a field of any type. */
const heavyJson = [
  '['.repeat(20_000) + ']'.repeat(20_000),
  `[${'1,'.repeat(20_000)}1]`,
  `${'{"a":'.repeat(9_000)}1${'}'.repeat(9_000)}`,
  `{${Array.from({ length: 5_000 }, (_, at) => `"k${at}":1`).join()}}`,
  `1${'0'.repeat(20_000)}`,
] as const

/** Returns the least that a schema takes: what has to stand beside a field that is sent. */
function leastOf({
  type,
  minLength = 1,
  minimum = 1,
  anyOf,
  required = [],
  properties = {},
  ...more
}: Schema): unknown {
  const [choice] = more.enum ?? [more.const]
  if (choice !== undefined) return choice
  if (anyOf?.[0]) return leastOf(anyOf[0])
  if (type === 'string') return 'x'.repeat(minLength)
  if (type === 'integer' || type === 'number') return minimum
  if (type === 'boolean') return true
  if (type === 'array') return []
  return Object.fromEntries(required.map((key) => [key, leastOf(properties[key] ?? {})]))
}

/**
 * Returns the JSON of a value with other JSON in place of one field, and beside it in the objects
 * that lead there what they cannot do without.
 */
function jsonAround(value: unknown, schema: Schema, [key, ...rest]: Place, json: string): string {
  if (key === undefined) return json
  const choices = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  const inside = (choice: Schema) => (typeof key === 'number' ? choice.items : choice.properties?.[key])
  const around = choices.find((choice) => inside(choice) !== undefined) ?? {}
  const inner = jsonAround(Reflect.get(Object(value), key), inside(around) ?? {}, rest, json)
  if (typeof key === 'number') return `[${inner}]`
  const beside = { ...Object(leastOf({ ...around, type: 'object' })), ...Object(value) }
  const others = Object.entries(beside).filter(([each]) => each !== key)
  const told = (each: string, of: unknown) => JSON.stringify(each === 'email' && of === 'x' ? 'a@b.example' : of)
  return `{${[...others.map(([each, of]) => `${JSON.stringify(each)}:${told(each, of)}`), `"${key}":${inner}`].join()}}`
}

/** How many requests were sent and taken, and those that kept the server busy for too long. */
export type Sent = { sent: number; taken: number; slow: string[] }

export function sender(svc: TestServer, stage: Stage) {
  const so: Sent = { sent: 0, taken: 0, slow: [] }
  const proofs = { cookie: stage.nova.cookie, authorization: `Bearer ${agentSecret}` }
  const send = async (method: string, path: string, told: string, headers = {}, body?: string) => {
    const ask = async () => {
      const response = await svc.fetch(path, {
        method,
        redirect: 'manual',
        headers: { ...proofs, ...headers },
        ...(body === undefined ? {} : { body }),
      })
      if (response.ok) so.taken += 1
      if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
      else await response.arrayBuffer()
    }
    so.sent += 1
    const ms = await loopMs(ask, mostMs)
    if (ms > mostMs) so.slow.push(`${method} ${path} ${told} ${ms} ms`)
  }
  return { so, send }
}

export const turnsTexts = (length: number, at: number, of: number) =>
  heavyTexts(Math.max(length, 20))
    .filter((_, each) => each % of === at % of)
    .map((text) => [...text.toWellFormed()].slice(0, length).join(''))

/** Whether a route reads what another writes: it is at the same address, or below it. */
const isShownBy = (writer: Target, { method, path, row }: Target) =>
  method === 'GET' && row !== undefined && (path === writer.path || path.startsWith(`${writer.path}/`))

/** Which of so many heavy texts a walk sends: those of its turn, or all of them. */
export type Turn = { turn: number; of: number }

/**
 * Sends the heaviest texts that fit, and JSON that nests or is long, in each field of each JSON
 * body, one at a time, what else the route takes as it should be.
 */
export async function sendHeavyFields(svc: TestServer, stage: Stage, { turn, of }: Turn): Promise<Sent> {
  const { so, send } = sender(svc, stage)
  let at = turn
  for (const { target, fields, schema } of await fieldsOfBodies(svc)) {
    const { method, path, row } = target
    // These would end the account and the session of the sender.
    if (!row || row.isAlone || method === 'DELETE' || /logout|account\/delete|other-sessions/.test(path)) continue
    for (const field of fields) {
      at += 1
      // Undoes what an earlier request may have changed, so that this one is not refused for it.
      svc.ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [stage.nova.userId])
      svc.ctx.db.$client.run('UPDATE letters SET revision = 2')
      const limits = [field.schema, ...(field.schema.anyOf ?? [])].flatMap(({ maxLength = [] }) => maxLength)
      const length = Math.min(Math.max(...limits), mostOfBody)
      // Where ten thousand characters are taken, each text is sent.
      const isLong = length >= 10_000
      const texts =
        limits.length === 0
          ? usualLengths.flatMap((each) => turnsTexts(each, at, of))
          : turnsTexts(length, at, isLong ? 1 : of)
      const shown = isLong ? (await targetsOf(svc)).filter((each) => isShownBy(target, each)) : []
      const deep = heavyJson.filter((_, each) => of === 1 || each === at % heavyJson.length)
      for (const json of [...texts.map((text) => JSON.stringify(text)), ...deep]) {
        const body = jsonAround(row.body?.(stage), schema, field.place, json)
        const told = `${field.place.join('.')}: ${json.slice(0, 30)} (${json.length})`
        // Some calls of the table refuse nova, because the casset that is bought is nova's.
        const { cookie } = row.status >= 400 ? stage.ada : stage.nova
        await send(method, row.at(stage), told, { 'content-type': 'application/json', cookie }, body)
        for (const each of shown) await send('GET', each.row?.at(stage) ?? '/', `shows ${told}`, { cookie })
      }
    }
  }
  return so
}

/** Returns the largest value that a schema takes and a body has room for; texts stay. */
function largestOf(schema: Schema, usual: unknown, room: number): unknown {
  const { type, items, anyOf, properties = {}, required = [], ...more } = schema
  if (anyOf?.[0]) return largestOf(anyOf[0], usual, room)
  if (type === 'array') {
    const most = more.maxItems ?? usualItems
    const one = largestOf(items ?? {}, Array.isArray(usual) ? usual[0] : undefined, room / most)
    return Array(Math.max(1, Math.min(most, Math.floor(room / (JSON.stringify(one).length + 1))))).fill(one)
  }
  if (type === 'integer' || type === 'number') return more.maximum ?? usual ?? 1
  if (type === 'string')
    return usual ?? more.enum?.[0] ?? 'a'.repeat(Math.min(more.maxLength ?? 100, Math.max(1, room - 4)))
  if (type !== 'object') return usual ?? more.const ?? true
  const given = Object.keys(Object(usual))
  const keys = [...new Set([...required, ...given])]
  const of = (key: string) => largestOf(properties[key] ?? {}, Reflect.get(Object(usual), key), room / keys.length)
  return Object.fromEntries(keys.map((key) => [key, of(key)]))
}

/** Sends the longest list and the largest number in each field that takes one, one at a time. */
export async function sendLargest(svc: TestServer, stage: Stage, mostMs: number): Promise<Sent> {
  const so: Sent = { sent: 0, taken: 0, slow: [] }
  for (const { target, schema } of await fieldsOfBodies(svc)) {
    const { row, method, path } = target
    if (!row || row.isAlone || /logout|account\/delete|other-sessions/.test(path)) continue
    for (const [key, each] of Object.entries(schema.properties ?? {})) {
      const { type } = [each, ...(each.anyOf ?? [])].find((choice) => choice.type !== 'null') ?? each
      if (type !== 'array' && type !== 'integer') continue
      svc.ctx.db.$client.run("UPDATE users SET role = 'owner' WHERE id = ?", [stage.nova.userId])
      const usual = Object(row.body?.(stage))
      for (const value of [Reflect.get(usual, key), undefined]) {
        const body = { ...usual, [key]: largestOf(each, value, mostOfBody - 5_000) }
        const { cookie } = row.status >= 400 ? stage.ada : stage.nova
        const send = async () => {
          const { status } = await svc.call(method, row.at(stage), { cookie, body })
          if (status < 300) so.taken += 1
        }
        so.sent += 1
        const ms = await longestTurnMs(send, mostMs)
        if (ms > mostMs) so.slow.push(`${row.route} ${key} ${ms} ms`)
      }
    }
  }
  return so
}

/** Asks for all that can be read, as it is now: pages, lists, feeds, files. */
export async function readAll(svc: TestServer, stage: Stage): Promise<Sent> {
  const { so, send } = sender(svc, stage)
  for (const { method, path, row } of await targetsOf(svc)) {
    if (method !== 'GET') continue
    const { nova, dawn, dropId, releaseId, playlistId, letterId } = stage
    const ids = [nova.cassetId, dawn.id, dropId, releaseId, playlistId, letterId]
    const named = path.replace(/:(?:handle|slug)/g, 'nova')
    const paths = row ? [row.at(stage)] : ids.map((id) => named.replace(/:\w+/g, id).replace('*', ''))
    for (const each of new Set(paths)) await send(method, each, 'read')
  }
  return so
}

/**
 * Sends the heaviest texts in each part of a query that the document names, and in the headers that
 * the program reads.
 */
export async function sendHeavyLines(svc: TestServer, stage: Stage, { turn, of }: Turn): Promise<Sent> {
  const { so, send } = sender(svc, stage)
  let at = turn
  const texts = () => {
    at += 1
    return turnsTexts(mostOfLine, at, of)
  }
  for (const { target, operation } of await fieldsOfBodies(svc)) {
    if (target.method !== 'GET' || !target.row) continue
    const [path = ''] = target.row.at(stage).split('?')
    for (const { name, in: place } of operation.parameters ?? []) {
      if (place !== 'query') continue
      for (const text of texts()) {
        const value = encodeURIComponent(text).slice(0, mostOfLine).replace(/%\w?$/, '')
        await send('GET', `${path}?${name}=${value}`, `${text.slice(0, 20)}`)
      }
    }
  }
  const reads = [
    '/',
    '/@nova',
    `/api/audio/${stage.dawn.id}/hook`,
    '/api/casset/nova/media',
    `/api/agents/releases/${stage.releaseId}/manifest`,
  ]
  for (const name of readHeaders) {
    for (const path of reads) {
      const values = [...texts(), ...heavyHeaders].map((text) => text.replace(/[^\x20-\x7e]/g, '?').trim())
      for (const value of values) await send('GET', path, `${name}: ${value.slice(0, 20)}`, { [name]: value })
    }
  }
  return so
}

/** Sends the heaviest files to each route that takes one, and waits for what is made of them. */
export async function sendHeavyFiles(svc: TestServer, stage: Stage, commentCount = 40_000): Promise<Sent> {
  const so: Sent = { sent: 0, taken: 0, slow: [] }
  const routes = (await targetsOf(svc)).filter(({ row }) => row?.send !== undefined)
  const forms = await Promise.all(
    routes.map(async ({ row }) => ((await row?.send?.())?.type === formType ? (row ?? []) : [])),
  )
  for (const row of forms.flat()) {
    for (const { name, bytes } of await heavyFiles(commentCount)) {
      const send = async () => {
        const body = formBytes([{ name: 'file', value: bytes, fileName: name }])
        const { status } = await sendForm(svc, row.at(stage), stage.nova.cookie, body)
        if (status < 300) so.taken += 1
        await settled(svc)
      }
      so.sent += 1
      const ms = await longestTurnMs(send, mostMs)
      if (ms > mostMs) so.slow.push(`${row.route} ${name} ${ms} ms`)
    }
  }
  return so
}

const heavyHeaders = [
  `bytes=${'0-0,'.repeat(1_400)}0-0`,
  `${'en;q=0.1,'.repeat(600)}de`,
  `"${'a", "'.repeat(1_000)}"`,
  `a=b;${' a=b;'.repeat(1_000)}`,
  `sig=(${'"@path" '.repeat(700)});created=1`,
  `for=1.1.1.1${',for=1.1.1.1'.repeat(450)}`,
] as const

const readHeaders = [
  'accept',
  'accept-language',
  'authorization',
  'cookie',
  'forwarded',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'origin',
  'range',
  'referer',
  'signature',
  'signature-agent',
  'signature-input',
  'user-agent',
  'x-forwarded-for',
  'x-request-id',
] as const
