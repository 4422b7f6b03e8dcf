import type { Row, Stage } from './contract.ts'
import { table } from './contract-table.ts'
import type { TestServer } from './server.ts'
import { formBytes, formType } from './upload.ts'

/** Dice that fall the same way for the same seed. */
function createDice(seed: number) {
  let state = seed >>> 0
  const roll = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[Math.floor(roll() * choices.length)] ?? choices[0]
  return {
    pick,
    chance: (probability: number) => roll() < probability,
    below: (max: number) => Math.floor(roll() * max),
  }
}

type Dice = ReturnType<typeof createDice>

const junk = [
  '',
  ' ',
  '\u0000',
  'x',
  '🎧',
  '\ufffd',
  'x'.repeat(5_000),
  '../..',
  '%00',
  "' OR 1=1",
  '-1',
  '1e400',
  'null',
  '__proto__',
  'constructor',
  'toString',
  '\u202e',
  '\r\nx: y',
  '<script>',
  '0193b5a0-0000-7000-8000-000000000000',
] as const
const odd = [null, true, false, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [[]], [null], { a: { b: 1 } }, ...junk] as const
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
const ends = new Set(['/api/auth/logout', '/api/auth/sessions/:id'])
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
] as const
const headerNames = [
  'if-range',
  'if-match',
  'range',
  'x-forwarded-for',
  'sec-fetch-dest',
  'accept',
  'x-request-id',
  'expect-ct',
] as const

function bentPath(dice: Dice, row: Row, stage: Stage): string {
  const parts = row.at(stage).split('/')
  if (dice.chance(0.3))
    parts[2 + dice.below(parts.length - 2)] = encodeURIComponent(dice.pick(junk)).replace(/^\.+$/, 'x')
  const query = dice.pick(['limit', 'token', 'cursor', 'ref'])
  return parts.join('/') + (dice.chance(0.3) ? `?${query}=${encodeURIComponent(dice.pick(junk))}` : '')
}

function bentJson(dice: Dice, row: Row, stage: Stage): string {
  const body: Record<string, unknown> = { ...row.body?.(stage) }
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

function bentBody(dice: Dice, row: Row, stage: Stage): { type: string; body: string | Uint8Array<ArrayBuffer> } {
  const kind =
    row.send === undefined ? dice.pick(['json', 'json', 'json', 'text']) : dice.pick(['form', 'form', 'piece', 'text'])
  if (kind === 'json') return { type: 'application/json', body: bentJson(dice, row, stage) }
  if (kind === 'form') return { type: formType, body: bentForm(dice) }
  if (kind === 'piece') return { type: 'application/offset+octet-stream', body: new Uint8Array(dice.below(100)) }
  return { type: dice.pick(['text/plain', 'application/json', 'multipart/form-data']), body: dice.pick(junk) }
}

/** What a request was and how it was answered, when that is not as the contract has it. */
export type Oddity = { request: string; answer: string }

/**
 * Sends so many malformed requests to all routes, as nova and as others. Gives those that were not answered with a coded
 * refusal: a 500, an error without its body, no answer at all.
 */
export async function fuzz(svc: TestServer, stage: Stage, seed: number, count: number): Promise<Oddity[]> {
  const dice = createDice(seed)
  const cookies = [stage.nova.cookie, stage.nova.cookie, stage.ada.cookie, 'svc_session=%', ''] as const
  const rows = table.filter(
    ({ path, method }) => !ends.has(path) && !(method === 'DELETE' && path.includes('tracks/:id')),
  )
  const oddities: Oddity[] = []
  for (let n = 0; n < count; n += 1) {
    const row = rows[dice.below(rows.length)]
    if (row === undefined) continue
    const method = dice.chance(0.9) ? row.method : dice.pick(['GET', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'])
    const bent = method === 'GET' || method === 'HEAD' ? undefined : bentBody(dice, row, stage)
    const headers = {
      cookie: dice.pick(cookies),
      ...(bent === undefined ? {} : { 'content-type': bent.type }),
      ...(row.send !== undefined && dice.chance(0.4) ? bentTus(dice) : {}),
      ...(dice.chance(0.3) ? { [dice.pick(headerNames)]: dice.pick(headerJunk) } : {}),
    }
    const path = bentPath(dice, row, stage)
    const init = { method, headers, ...(bent === undefined ? {} : { body: bent.body }), redirect: 'manual' } as const
    const answer = await svc.fetch(path, init).then(judge(method), String)
    if (answer !== undefined)
      oddities.push({ request: `${method} ${path} ${JSON.stringify(headers)} ${bent?.body}`, answer })
  }
  return oddities
}

/** Nothing, or what is wrong with an answer. */
const judge = (method: string) => async (response: Response) => {
  const text = await response.text()
  const isCoded =
    /^\{"error":".+","code":"[A-Z_]+"/.test(text) || response.headers.get('content-type')?.startsWith('text/html')
  const isFine = response.status < 400 || (response.status < 500 && (isCoded || method === 'HEAD'))
  return isFine ? undefined : `${response.status} ${text.slice(0, 200)}`
}
