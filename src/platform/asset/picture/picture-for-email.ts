import { rm } from 'node:fs/promises'
import { Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { StoredVariant } from '../../../../db/schema/platform/asset.ts'
import type { Ctx } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import type { Place } from '../../../lib/file/file-place.ts'
import { parseJson } from '../../../lib/json/json.ts'
import { say } from '../../../lib/language/say.ts'
import { runLimited } from '../../../lib/turn/limited-child.ts'
import { createSemaphore, SemaphoreFull } from '../../../lib/turn/semaphore.ts'
import { ownState } from '../../own-state.ts'

type EmailPicture = { bytes: Uint8Array<ArrayBuffer>; type: 'image/jpeg' | 'image/png' }

const Converted = t.Object({
  done: t.Object({ type: t.Union([t.Literal('image/jpeg'), t.Literal('image/png')]) }),
})

const mostKeptBytes = 16_000_000
const limits = { cpuMs: 10_000, rssMb: 400 }

const notNow = (message: string) => new AppError('UNAVAILABLE', message, { retryAfter: 5 })

/** The pictures that were asked for last, by the hash of the stored one. */
const keptOf = ownState(() => ({
  made: new Map<string, EmailPicture>(),
  making: new Map<string, Promise<EmailPicture>>(),
  turns: createSemaphore({ atOnce: 1, waiting: 50 }),
}))

/**
 * Returns a stored picture as all mail programs show it, since Outlook for Windows knows no WebP: a
 * JPEG, or a PNG where something of it is transparent. Throws UNAVAILABLE when too many are asked
 * for at once.
 */
export async function pictureForEmail(
  ctx: Ctx,
  variant: StoredVariant,
  find: () => Promise<Place>,
): Promise<EmailPicture> {
  const { made, making } = keptOf(ctx)
  const { sha256 } = variant
  const known = made.get(sha256)
  if (known) {
    made.delete(sha256)
    made.set(sha256, known)
    return known
  }
  const begun = making.get(sha256) ?? make(ctx, variant, find).finally(() => making.delete(sha256))
  making.set(sha256, begun)
  return begun
}

async function make(ctx: Ctx, variant: StoredVariant, find: () => Promise<Place>): Promise<EmailPicture> {
  const { made, turns } = keptOf(ctx)
  const picture = await turns(async () => convert(ctx, await find(), variant)).catch((error: unknown) => {
    if (!(error instanceof SemaphoreFull)) throw error
    throw notNow(say('Too many pictures are being read.'))
  })
  made.set(variant.sha256, picture)
  let kept = made.values().reduce((sum, { bytes }) => sum + bytes.length, 0)
  for (const [sha256, { bytes }] of made) {
    if (kept <= mostKeptBytes) break
    made.delete(sha256)
    kept -= bytes.length
  }
  return picture
}

/** Converts it in a child of this program, as nothing is decoded in the server itself. */
async function convert(ctx: Ctx, place: Place, { width }: StoredVariant): Promise<EmailPicture> {
  const [fetched, made] = [ctx.blobs.scratch(ctx.uuid()), ctx.blobs.scratch(ctx.uuid())]
  try {
    if (!('path' in place)) await Bun.write(fetched, new Response(await place.read(null)))
    const stored = 'path' in place ? place.path : fetched
    const cmd = [...ctx.selfCommand, '__email-picture', stored, `${width}`, made]
    const end = await runLimited({ cmd, ...limits })
    const answer = end.kind === 'answer' ? parseJson(end.text) : undefined
    if (!Value.Check(Converted, answer)) throw notNow(say('The picture could not be drawn.'))
    return { bytes: await Bun.file(made).bytes(), type: answer.done.type }
  } finally {
    for (const path of [fetched, made]) await rm(path, { force: true })
  }
}
