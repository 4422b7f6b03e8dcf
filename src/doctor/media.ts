import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { tracks } from '../../db/schema/audio.ts'
import { assets } from '../../db/schema/casset.ts'
import { emojis } from '../../db/schema/checkout.ts'
import type { Ctx } from '../context.ts'
import { type Check, counted } from './check.ts'

const hash = /^[0-9a-f]{64}$/

function referenced(ctx: Ctx): Set<string> {
  const masters = ctx.db.select({ master: tracks.sha256, hook: tracks.hookSha256 }).from(tracks).all()
  const pictures = ctx.db.select({ sha256: assets.sha256, variants: assets.variants }).from(assets).all()
  const small = ctx.db.select({ sha256: emojis.sha256 }).from(emojis).all()
  const hashes = [
    ...masters.flatMap(({ master, hook }) => (hook === null ? [master] : [master, hook])),
    ...pictures.flatMap(({ sha256, variants }) => [sha256, ...variants.map((variant) => variant.sha256)]),
    ...small.map(({ sha256 }) => sha256),
  ]
  return new Set(hashes)
}

const stored = (dir: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((path) => path.split('/').at(-1) ?? '')
    : []

/** Whether every file that a track, picture or emoji names is on disk; counts the files that nothing names. */
export const media: Check = {
  name: 'media',
  look(ctx) {
    const named = referenced(ctx)
    const missing = [...named].filter((sha256) => !existsSync(ctx.blobs.path(sha256)))
    const files = stored(join(ctx.config.dataDir, 'blobs')).filter((name) => hash.test(name))
    const orphans = files.filter((name) => !named.has(name)).length
    const note = orphans === 0 ? {} : { note: `${counted(orphans, 'file')} that nothing names` }
    if (missing.length === 0) return note
    const some = missing.slice(0, 3).join(', ')
    return {
      problem: `${counted(missing.length, 'file')} missing, among them ${some}`,
      mend: 'copy the blobs folder back from a backup, or delete the tracks and pictures and upload them again',
      ...note,
    }
  },
}
