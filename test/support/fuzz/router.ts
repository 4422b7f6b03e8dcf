import { formBytes, formType } from '../casset/upload.ts'
import type { Row, Stage } from '../contract.ts'
import { misfitAt } from '../machine/documented.ts'
import type { TestServer } from '../server.ts'
import { cast } from '../world.ts'
import { createDice, type Dice } from './dice.ts'
import { judge, type Oddity } from './judge.ts'
import { brokenBodies, junk, junkParts, odd, types } from './junk.ts'
import { fittingPath, type Target, targetsOf } from './targets.ts'

const keys = [
  'name',
  'price',
  'themeTokens',
  'title',
  'position',
  'hookStartSec',
  'hookDurationSec',
  'lyrics',
  'aiDisclosure',
  'isrc',
  'stemsAssetId',
  'coverAssetId',
  'bio',
  'socials',
  'displayName',
  'pfpAssetId',
  'profileFlag',
  'published',
  'privacy',
] as const
const headerJunk = [
  '*',
  '""',
  'W/"x"',
  'audio',
  'text/html',
  '1.2.3.4, x',
  'DELETE',
  'a b',
  'bytes=0-',
  'bytes=5-1',
  'bytes=-',
  '__proto__',
  'x'.repeat(8_000),
] as const
const headerNames = [
  'if-range',
  'if-match',
  'if-none-match',
  'range',
  'x-forwarded-for',
  'sec-fetch-dest',
  'accept-encoding',
  'authorization',
  'stripe-signature',
  'x-request-id',
  'expect-ct',
  'content-encoding',
] as const
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const

/** Routes that end a session, an account or a track: asked as eve, whom nobody misses. */
const isLast = ({ method, path }: Target) =>
  path === '/api/auth/logout' ||
  path === '/api/auth/account/delete' ||
  (method === 'DELETE' && /sessions\/:id|tracks\/:id$/.test(path))

function bentPath(dice: Dice, target: Target, stage: Stage): string {
  const [path = '/'] = fittingPath(dice, target, stage).split('?')
  const parts = path.split('/')
  if (dice.chance(0.35)) {
    const at = 1 + dice.below(parts.length - 1)
    const text = encodeURIComponent(dice.pick(junk).toWellFormed()).replace(/^\.*$/, 'x')
    parts[at] = dice.chance(0.5) ? dice.pick(junkParts) : text
  }
  const query = dice.pick(['limit', 'token', 'cursor', 'ref', 'from', 'by', 'format', 'payment_intent', '__proto__'])
  const end = dice.pick(['', '', '', '/', '//', '?', '#'])
  return (
    parts.join('/') + end + (dice.chance(0.3) ? `?${query}=${encodeURIComponent(dice.pick(junk).toWellFormed())}` : '')
  )
}

function bentJson(dice: Dice, row: Row | undefined, stage: Stage): string {
  const body: Record<string, unknown> = { ...row?.body?.(stage) }
  if (dice.chance(0.15)) return JSON.stringify(body)
  for (const key of keys) if (dice.chance(0.05)) body[key] = dice.pick(odd)
  for (const key of Object.keys(body)) if (dice.chance(0.5)) body[key] = dice.pick(odd)
  return JSON.stringify(dice.chance(0.05) ? dice.pick(odd) : body)
}

function bentForm(dice: Dice): Uint8Array<ArrayBuffer> {
  const value = dice.pick(['RIFF....WAVEfmt ', 'fLaC', 'ID3', 'OggS', 'PK\x03\x04', '\x89PNG', ...junk])
  const fileName = dice.pick(junk).replace(/[\r\n"]/g, '')
  const file = { name: dice.pick(['file', 'file', 'title', '', '__proto__']), value }
  const parts = dice.chance(0.8) ? [{ ...file, fileName }] : [file]
  const bytes = formBytes(dice.chance(0.3) ? [...parts, { name: 'title', value: dice.pick(junk) }] : parts)
  return dice.chance(0.3) ? bytes.slice(0, dice.below(bytes.length)) : bytes
}

function bentTus(dice: Dice): Record<string, string> {
  return {
    'tus-resumable': dice.pick(['1.0.0', '1.0.0', '0', '']),
    'upload-offset': dice.pick(['0', '-1', 'x', '9999999999999999', '1.5', '']),
    'upload-length': dice.pick(['0', '10', '-1', 'x', '1e3']),
    'upload-metadata': dice.pick([
      '',
      'a',
      'title',
      'title eA==',
      'title eA==,title eA==',
      'filename !!!',
      'peaks W10=',
    ]),
  }
}

type Bent = { type: string; body: string | Uint8Array<ArrayBuffer> }

function bentBody(dice: Dice, { row }: Target, stage: Stage): Bent {
  if (dice.chance(0.15)) return { type: dice.pick(types), body: dice.pick(brokenBodies) }
  const kind =
    row?.send === undefined ? dice.pick(['json', 'json', 'text']) : dice.pick(['form', 'form', 'piece', 'text'])
  if (kind === 'json') return { type: 'application/json', body: bentJson(dice, row, stage) }
  if (kind === 'form') return { type: formType, body: bentForm(dice) }
  if (kind === 'piece') return { type: 'application/offset+octet-stream', body: new Uint8Array(dice.below(100)) }
  return { type: dice.pick(types), body: dice.pick(junk) }
}

type Cast = { stage: Stage; eve: string }

function bent(dice: Dice, target: Target, { stage, eve }: Cast) {
  const method = dice.chance(0.9) ? target.method : dice.pick(methods)
  const content = method === 'GET' || method === 'HEAD' ? undefined : bentBody(dice, target, stage)
  const cookies = [stage.nova.cookie, stage.nova.cookie, stage.ada.cookie, 'svc_session=%', ''] as const
  const headers: Record<string, string> = {
    cookie: isLast(target) ? dice.pick([eve, 'svc_session=x.y', '']) : dice.pick(cookies),
    ...(content === undefined ? {} : { 'content-type': content.type }),
    ...(target.row?.send !== undefined && dice.chance(0.4) ? bentTus(dice) : {}),
    ...(dice.chance(0.3) ? { accept: 'text/html' } : {}),
    ...(dice.chance(0.3) ? { [dice.pick(headerNames)]: dice.pick(headerJunk) } : {}),
  }
  return { method, path: bentPath(dice, target, stage), headers, body: content?.body }
}

/**
 * Sends so many malformed requests, to every route of the router in turn, as nova, as others and as
 * nobody. Gives those that were not answered with a coded refusal or a page: a 500, an error
 * without its body, insides, no answer at all.
 */
export async function fuzz(svc: TestServer, stage: Stage, seed: number, count: number): Promise<Oddity[]> {
  const dice = createDice(seed)
  const targets = await targetsOf(svc)
  const oddities: Oddity[] = []
  for (let n = 0; n < count; n += 1) {
    const target = targets[n % targets.length]
    if (target === undefined) continue
    const eve = isLast(target) ? cast(svc.ctx, `eve-${seed}-${n}`).cookie : ''
    const { method, path, headers, body } = bent(dice, target, { stage, eve })
    const init = { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) } as const
    const asked = { method, url: svc.url + path, accept: headers.accept }
    const answer = await svc.fetch(path, init).then(async (response) => {
      const copy = response.headers.get('content-type')?.startsWith('application/') ? response.clone() : response
      return (await judge(asked, response)) ?? misfitAt(svc.ctx, method, asked.url, copy)
    }, String)
    const request = `${method} ${path} ${JSON.stringify(headers)} ${body}`.slice(0, 600)
    if (answer !== undefined) oddities.push({ request, answer })
  }
  return oddities
}
