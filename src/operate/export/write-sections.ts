import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { union } from 'drizzle-orm/sqlite-core'
import { cassets } from '../../../db/schema/casset/casset.ts'
import { coMembers } from '../../../db/schema/casset/member.ts'
import { entitlementToUploads } from '../../casset/access/upload-access.ts'
import type { PackedFile } from '../../casset/download/pack/pack.ts'
import type { Ctx } from '../../context.ts'
import { fileName } from '../../lib/file/file-name.ts'
import { createPace } from '../../lib/turn/pace.ts'
import { personalOf, type Section } from '../../platform/personal.ts'
import { type Row, toJson } from './row-json.ts'
import { openList } from './write-list.ts'

export const sectionsOf = (ctx: Ctx): readonly Section[] => personalOf(ctx).flatMap((each) => each.sections ?? [])

/** The owner of the data. `email` is empty unless they have confirmed it. */
export type ExportPerson = { userId: string; artistId: string; email: string }

export type Contents = { files: PackedFile[]; bytes: number }

type Bound = Record<string, string | number>

const rowsAtOnce = 25
const maxNameBytes = 120

function cassetsOf({ db }: Ctx, artistId: string): string[] {
  const own = db.select({ id: cassets.id }).from(cassets).where(eq(cassets.artistId, artistId))
  const shared = db.select({ id: coMembers.cassetId }).from(coMembers).where(eq(coMembers.artistId, artistId))
  return union(own, shared)
    .all()
    .map(({ id }) => id)
}

/**
 * Writes the lists of somebody's data into a folder, a page at a time so that nobody waits, and
 * returns them with the stored files that they name, each once.
 */
export async function writeSections(ctx: Ctx, person: ExportPerson, folder: string): Promise<Contents> {
  const cassetIds = cassetsOf(ctx, person.artistId)
  const stored = new Map<string, PackedFile>()
  const lists: PackedFile[] = []
  const pace = createPace(ctx.monotonicMs)
  let bytes = 0
  for (const [name, ofName] of Map.groupBy(sectionsOf(ctx), (section) => section.name)) {
    const path = join(folder, `${name}.json`)
    const list = await openList(path)
    for await (const { rows, folder } of pagesOf(ctx, ofName, person, cassetIds)) {
      if (folder !== undefined) bytes += nameFiles(ctx, person, rows, folder, stored)
      await list.add(rows.map(toJson))
      await pace()
    }
    const written = await list.close()
    bytes += written.bytes
    lists.push({ master: { path }, sha256: written.sha256, extension: 'json', name: `${name}.json`, tags: null })
  }
  return { files: [...lists, ...stored.values()], bytes }
}

async function* pagesOf(ctx: Ctx, ofName: Section[], person: ExportPerson, cassetIds: string[]) {
  for (const section of ofName) {
    for (const cassetId of section.isOfCasset ? cassetIds : ['']) {
      const named = { ...person, cassetId }
      for (const rows of pages(ctx, section, named)) yield { rows, folder: section.folder }
    }
  }
}

function* pages(ctx: Ctx, { sql, start, atOnce = rowsAtOnce }: Section, named: Bound): Generator<Row[]> {
  // Raw: as its room declares it.
  const statement = ctx.db.$client.query<Row, Bound>(sql)
  for (let cursor = start; ; ) {
    const keys = Object.fromEntries(cursor.map((value, index) => [`k${index}`, value]))
    const rows = statement.all({ ...named, ...keys, limit: atOnce })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    if (rows.length < atOnce) return
    cursor = cursor.map((_, index) => keyOf(last[`k${index}`]))
  }
}

function keyOf(value: Row[string] | undefined): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  throw new Error('A row of an export has no key.')
}

/** Adds to rows the paths of their files in the zip, and returns the total size of these files. */
function nameFiles(
  ctx: Ctx,
  person: ExportPerson,
  rows: Row[],
  folder: string,
  stored: Map<string, PackedFile>,
): number {
  const ids = rows.map(({ id }) => String(id))
  const entitlement = entitlementToUploads(ctx, person, ids)
  let added = 0
  for (const row of rows) {
    const { sha256, id, file_name: called, bytes } = row
    if (typeof sha256 !== 'string') continue
    const known = stored.get(sha256)
    row.file = known?.name ?? `${folder}/${id} ${fileName(String(called), maxNameBytes)}`.trimEnd()
    if (known) continue
    const master = entitlement.masterForChild(ctx, sha256)
    stored.set(sha256, { master, sha256, extension: 'file', name: row.file, tags: null })
    added += Number(bytes)
  }
  return added
}
