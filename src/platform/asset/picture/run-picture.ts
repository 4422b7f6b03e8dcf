import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Ctx } from '../../../context.ts'
import { AppError, invalid } from '../../../errors.ts'
import { parseJson } from '../../../lib/json/json.ts'
import { say, sayKept } from '../../../lib/language/say.ts'
import { createKeyedLock } from '../../../lib/turn/keyed-lock.ts'
import { type ChildEnd, runLimited } from '../../../lib/turn/limited-child.ts'
import { createSemaphore, SemaphoreFull } from '../../../lib/turn/semaphore.ts'
import { notStored } from '../../http/disk-full.ts'
import { ownState } from '../../own-state.ts'

/** A picture of 60 megapixels takes about five seconds and 300 MB. */
const limits = { cpuMs: 20_000, rssMb: 700 }

/** One picture at a time is read for an account and two for the site; some more wait. */
const turns = ownState(() => ({
  ofAccount: createKeyedLock(),
  ofSite: createSemaphore({ atOnce: 2, waiting: 30 }),
}))

/** The account of a picture, the field that names it, and the signal that nobody waits any more. */
export type AskedPicture = { userId: string; field: string; signal?: AbortSignal }

/**
 * Reads a picture in a child process of this program (rule: pictures-and-stems). Its `command`
 * answers as `answerOf` does, with something of this schema. Throws VALIDATION for a picture that
 * it refuses, that cannot be read, or that takes too much work; UNAVAILABLE when too many are read
 * or the disk is full.
 */
export async function runPicture<Done extends TSchema>(
  ctx: Ctx,
  { userId, field, signal }: AskedPicture,
  command: readonly [name: string, ...args: string[]],
  done: Done,
): Promise<Static<Done>> {
  const { ofAccount, ofSite } = turns(ctx)
  const cmd = [...ctx.selfCommand, ...command]
  const run = () => runLimited({ cmd, ...limits, ...(signal === undefined ? {} : { signal }) })
  const end = await ofAccount(userId, () => ofSite(run)).catch((error: unknown) => {
    throw error instanceof SemaphoreFull ? tooMany() : error
  })
  if (end.kind !== 'answer' || end.exitCode !== 0) throw notRead(field, end.kind)
  const answer = parseJson(end.text)
  if (Value.Check(Unwritten, answer)) throw notStored(ctx.log, Object.assign(new Error(), { code: answer.unwritten }))
  if (!Value.Check(Refused, answer)) return Value.Decode(done, Object(answer).done)
  const { refused, hint } = answer
  throw invalid(field, sayKept(refused), hint === undefined ? undefined : sayKept(hint))
}

const Refused = t.Object({ refused: t.String(), hint: t.Optional(t.String()) })
const Unwritten = t.Object({ unwritten: t.String() })

const tooMany = () => new AppError('UNAVAILABLE', say('Too many pictures are being read.'), { retryAfter: 5 })

function notRead(field: string, kind: ChildEnd['kind']): AppError {
  if (kind === 'busy') return tooMany()
  const hint = say('Use JPEG, PNG, WebP or GIF of up to 60 megapixels.')
  if (kind === 'expensive') return invalid(field, say('This picture takes too much work to be read.'), hint)
  if (kind === 'memory') return invalid(field, say('This picture takes too much memory to be read.'), hint)
  return invalid(field, say('The picture cannot be read, or has too many pixels.'), hint)
}
