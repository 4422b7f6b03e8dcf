import { createHeld } from '../../../db/held.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { say } from '../../lib/language/say.ts'
import { createFixedAnswer } from '../../platform/http/answer/answer-fixed.ts'
import { answerRead } from '../../platform/http/answer/answer-read.ts'
import { spend } from '../../platform/http/limiter.ts'
import { maxJsonBytes, readText } from '../../platform/http/request/body.ts'
import type { Viewer } from '../../platform/http/session/session.ts'
import { refuseSuspended } from '../../platform/http/session/suspension.ts'
import { refuseChange } from '../../platform/http/site/maintenance.ts'
import { configState } from '../../platform/own-state.ts'
import { version } from '../../platform/version.ts'
import type { Call } from './call.ts'
import { Failure, failures } from './failure.ts'
import { holderOfKey } from './key-holder.ts'
import { readLibrary } from './library.ts'
import { extensions, keptMethods, methods, writingMethods } from './methods.ts'
import { type Form, type Part, typeOf, writeAnswer } from './shape.ts'

type Asked = { request: Request; server: Bun.Server<unknown> | null; name: string; address: string }

const headers = { 'cache-control': 'private, no-store', vary: 'Accept-Encoding' }
const identity = { version: '1.16.1', type: 'tapedeck', serverVersion: version, openSubsonic: true }

const maxKeptBytes = 16_000_000

type Kept = { send(request: Request): Response; bytes: number; until: number }
const keptAnswers = configState(({ db }) => createHeld<Kept>(db, maxKeptBytes, ({ bytes }) => bytes))

/** Answers one method of the protocol; what fails in it has the status 200. */
export async function answerPlayer(ctx: Ctx, { request, server, name: written, address }: Asked): Promise<Response> {
  const asked = await parametersOf(request)
  const form: Form = asked.get('f') === 'json' ? 'json' : 'xml'
  const answer = (status: 'ok' | 'failed', part: Part): string => writeAnswer(form, { status, ...identity, ...part })
  const send = (text: string) => answerRead(request, text, { ...headers, 'content-type': typeOf[form] })
  const name = written.replace(/\.view$/, '')
  try {
    if (name === 'getOpenSubsonicExtensions') return send(answer('ok', { openSubsonicExtensions: extensions }))
    const viewer = holderOfKey(ctx, asked, address)
    spend(ctx.limiter, 'player', viewer.userId)
    const method = methods.get(name)
    if (!method) throw new Failure('other', say('This site does not have "{name}".', { name: name.slice(0, 60) }))
    refuseWrite(ctx, viewer, name, request)
    let until = Number.POSITIVE_INFINITY
    const library = async () => {
      const read = await readLibrary(ctx, viewer)
      until = Math.min(until, read.until)
      return read
    }
    const call: Call = { ctx, viewer, asked, request, server, library }
    const key = keptMethods.has(name) && asked.get('type') !== 'random' ? keyOf(viewer.userId, name, form, asked) : null
    const known = key === null ? undefined : keptAnswers(ctx).get(key)
    if (known && known.until > ctx.now()) return known.send(request)
    const keep = key === null ? null : keptAnswers(ctx).begin(key)
    const made = await method(call)
    if (made instanceof Response) return made
    const text = answer('ok', made)
    if (keep === null) return send(text)
    const kept = {
      send: createFixedAnswer(() => text, { ...headers, 'content-type': typeOf[form] }),
      bytes: text.length * 2,
      until,
    }
    keep(kept)
    return kept.send(request)
  } catch (thrown) {
    const failure = failureOf(thrown)
    return send(answer('failed', { error: { code: failure.code, message: failure.message } }))
  }
}

/** Throws as the routes of the site that write the same: limit, suspension, closed for work. */
function refuseWrite(ctx: Ctx, viewer: Viewer, name: string, request: Request): void {
  const path = writingMethods.get(name)
  if (path === undefined) return
  if (name !== 'scrobble') spend(ctx.limiter, 'write', viewer.userId)
  const same = { method: name === 'deletePlaylist' ? 'DELETE' : 'POST', url: new URL(path, request.url).href }
  try {
    refuseChange(ctx, same, viewer)
    refuseSuspended(same, viewer, undefined)
  } catch (error) {
    throw error instanceof AppError ? new Failure('other', error.told) : error
  }
}

/** Returns the parameters of the address and of a form; a key in either is as good. */
async function parametersOf(request: Request): Promise<URLSearchParams> {
  const { searchParams } = new URL(request.url)
  if (request.method !== 'POST') return searchParams
  for (const [name, value] of new URLSearchParams(await readText(request, maxJsonBytes)))
    searchParams.append(name, value)
  return searchParams
}

const ofKeys = new Set(['u', 'p', 't', 's', 'apiKey', 'v', 'c', 'f'])

function keyOf(userId: string, name: string, form: Form, asked: URLSearchParams): string | null {
  const wanted = [...asked].filter(([each]) => !ofKeys.has(each)).toSorted()
  const key = JSON.stringify([userId, name, form, wanted])
  return key.length > 1_000 ? null : key
}

const missing: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN'])

/** A thing of another is as absent as none. Rethrows what a proxy has to see. */
function failureOf(thrown: unknown): Pick<Failure, 'code' | 'message'> {
  if (thrown instanceof Failure) return thrown
  if (!(thrown instanceof AppError)) throw thrown
  if (missing.has(thrown.code)) {
    return { code: failures.absent, message: say('There is nothing like that in this library.') }
  }
  if (thrown.code === 'VALIDATION' || thrown.code === 'BAD_STATE') return { code: failures.other, message: thrown.told }
  throw thrown
}
