import { join } from 'node:path'
import { Type as t } from '@sinclair/typebox'
import { max } from 'drizzle-orm'
import { prepared } from '../../../db/prepared.ts'
import { cosignedLogs } from '../../../db/schema/release/cosigner.ts'
import type { Ctx } from '../../context.ts'
import { readFolderNote, writeFolderNote } from '../../lib/file/folder-note.ts'
import { ofMultikey } from '../../lib/hash/multikey.ts'
import { publicKeysOf, replaceKey, type SigningKey, signingKey } from '../signing/keys.ts'
import { verifierKey } from '../signing/signed-note.ts'

const Last = t.Object({ serial: t.Integer() })

const fileOf = ({ config }: Pick<Ctx, 'config'>) => join(config.dataDir, 'cosigned.json')

const newest = prepared((db) => db.select({ serial: max(cosignedLogs.serial) }).from(cosignedLogs))

/** Returns how many heads were cosigned so far. */
export const lastSerial = ({ db }: Pick<Ctx, 'db'>): number => newest(db).get()?.serial ?? 0

/** Stores next to the database what was cosigned, so that a restored older database is detected. */
export const noteSerial = (ctx: Ctx): void => writeFolderNote(fileOf(ctx), { serial: lastSerial(ctx) })

/**
 * Returns the key that cosigns. It is replaced where the database is older than what was cosigned,
 * or was copied here: under the old one it might cosign a fork of what is lost (rule: cosigner).
 */
export function cosigningKey(ctx: Ctx): SigningKey {
  const note = readFolderNote(fileOf(ctx), Last)
  if (note && note.serial <= lastSerial(ctx)) return signingKey(ctx, 'witness')
  const isKnown = publicKeysOf(ctx, 'witness').length > 0
  if (isKnown) {
    replaceKey(ctx, 'witness')
    ctx.log.warn('witness.new_key', {})
  }
  noteSerial(ctx)
  return signingKey(ctx, 'witness')
}

/** Returns the name of this instance as a witness, which is also its address without the scheme. */
export const witnessName = ({ site }: Pick<Ctx, 'site'>): string => `${new URL(site.origin).host}/witness`

/** Returns the key by which cosignatures of this instance are verified (C2SP tlog-cosignature). */
export const witnessKey = (ctx: Ctx): string =>
  verifierKey(witnessName(ctx), ofMultikey(cosigningKey(ctx).publicKey), 'witness')
