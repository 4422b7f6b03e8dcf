import { rm } from 'node:fs/promises'
import { and, desc, eq, gt } from 'drizzle-orm'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { extras } from '../../../db/schema/casset/extra.ts'
import { makeMusic } from '../../account/change-user.ts'
import { cleanLine } from '../../account/clean-text.ts'
import { refuseManyOfNew } from '../../account/new-account.ts'
import type { Ctx } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type ExtraFormat, mostExtraBytes, mostExtras } from '../../lib/file/extra-formats.ts'
import { fileName } from '../../lib/file/file-name.ts'
import { type NoExtra, sniffExtra } from '../../lib/file/sniff-extra.ts'
import { say } from '../../lib/language/say.ts'
import { storeFiles } from '../../platform/blob/store-files.ts'
import type { ReceivedFile } from '../../platform/http/request/receive-file.ts'
import { requireAccount } from '../../platform/storage/require-account.ts'
import { type Extra, listedExtras } from '../access/held-extra.ts'
import { artistOf } from '../artist-of.ts'
import { previewExtraJob } from './preview/make-preview.ts'

/**
 * Adds an uploaded file to what comes with a casset. Idempotent for its id; the same bytes are
 * stored once. Throws UNSUPPORTED_MEDIA_TYPE by its content, never by its name, and BAD_STATE where
 * there are too many, or too many bytes of them; then nothing is stored.
 */
export async function addExtra(ctx: Ctx, cassetId: string, file: ReceivedFile, id: string): Promise<Extra> {
  try {
    const format = recogniseExtra(file.head, file.name)
    return await storeFiles(ctx, [file], () => {
      const made = ctx.db.select().from(extras).where(eq(extras.id, id)).get()
      if (made) return made
      const artist = artistOf(ctx, cassetId)
      requireAccount(ctx, artist.userId)
      refuseFullExtras(ctx, cassetId, file.bytes)
      refuseExtrasOfNew(ctx, artist)
      const last = listedExtras(ctx, cassetId).at(-1)?.position ?? 0
      const { bytes, sha256 } = file
      const row = { id, cassetId, position: last + 1, name: extraName(file.name), format, bytes, sha256 }
      const extra = ctx.db
        .insert(extras)
        .values({ ...row, createdAt: ctx.now() })
        .returning()
        .get()
      ctx.jobs.add(previewExtraJob, { extraId: id }, { key: id })
      makeMusic(ctx, artist.id)
      file.reservation?.release()
      return extra
    })
  } finally {
    await rm(file.path, { force: true })
  }
}

/** Throws UNSUPPORTED_MEDIA_TYPE. */
export function recogniseExtra(head: Uint8Array, name: string): ExtraFormat {
  const found = sniffExtra(head, name)
  if ('format' in found) return found.format
  const hint = say('A PDF, picture (JPEG, PNG, WebP, GIF), text, video (MP4, WebM, MOV, MKV), EPUB or zip can.')
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', problems()[found.why], { field: 'file', hint })
}

const problems = (): Readonly<Record<NoExtra, string>> => ({
  sound: say('This is sound. Add it as a track, or put it into a zip.'),
  markup: say('Web pages and SVG pictures can run programs, so they cannot come with a casset.'),
  empty: say('This file is empty.'),
  other: say('A file of this kind cannot come with a casset.'),
})

const mostNameBytes = 100

/** Returns a name without folders and ending, as every file system takes it; empty for none. */
export const cleanExtraName = (name: string): string => fileName(cleanLine(name), mostNameBytes)

function extraName(sent: string): string {
  const last = sent.normalize('NFC').replaceAll('\\', '/').split('/').at(-1) ?? ''
  return cleanExtraName(last.replace(/(?<=.)\.[^.\s]{1,8}$/u, '')) || 'Untitled'
}

/** Throws BAD_STATE where a casset has no room for another file of so many bytes. */
export function refuseFullExtras(ctx: Ctx, cassetId: string, moreBytes: number): void {
  const all = listedExtras(ctx, cassetId)
  const hint = say('Remove one first.')
  if (all.length >= mostExtras) {
    throw new AppError('BAD_STATE', say('At most {mostExtras} files can come with a casset.', { mostExtras }), { hint })
  }
  const bytes = all.reduce((sum, each) => sum + each.bytes, 0)
  if (bytes + moreBytes <= mostExtraBytes) return
  const size = mostExtraBytes / 1_000_000_000
  const text = say('The files that come with a casset can have {size} GB together.', { size })
  throw new AppError('BAD_STATE', text, { hint })
}

/** Throws BAD_STATE when a new account added as many as it may within 24 hours. */
export const refuseExtrasOfNew = (ctx: Ctx, { id, userId }: { id: string; userId: string }): void =>
  refuseManyOfNew(ctx, userId, 'extra', (since, most) =>
    ctx.db
      .select({ at: extras.createdAt })
      .from(cassets)
      .innerJoin(extras, eq(extras.cassetId, cassets.id))
      .where(and(eq(cassets.artistId, id), gt(extras.createdAt, since)))
      .orderBy(desc(extras.createdAt))
      .limit(most)
      .all()
      .map(({ at }) => at),
  )
