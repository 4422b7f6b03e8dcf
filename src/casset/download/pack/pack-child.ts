import { open, rm } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { makeZip } from 'client-zip'
import { isAudioFormat } from '../../../lib/audio/formats.ts'
import { parseJson } from '../../../lib/json/json.ts'
import { say } from '../../../lib/language/say.ts'
import { openPicture } from '../../../platform/asset/picture/render-picture.ts'
import { hashFile } from '../../../platform/blob/blobs.ts'
import { fetchAt } from '../../../platform/blob/fetch-at.ts'
import { BucketError, toBucketError } from '../../../platform/bucket/bucket-error.ts'
import { convertFile } from '../../audio/convert/convert-file.ts'
import { openTagger, type Tagger } from '../file/tag-file.ts'
import { copyStripped } from '../strip/copy-stripped.ts'
import { beginsWithFolder, folderEntry } from './first-entry.ts'
import { type PackedFile, PackRequest, type PackResult } from './pack.ts'

const niceness = 5
const coverWidth = 1_400
const noRoomCodes = /^(?:ENOSPC|EDQUOT|EFBIG)$/

/** A stored file is missing, cannot be read, or its bytes have changed. */
class Damaged extends Error {
  readonly sha256: string

  constructor(sha256: string) {
    super(say('A stored file is not what it was.'))
    this.sha256 = sha256
  }
}

/** Conversion failed for a single track, which is sent without a zip. */
class Unconverted extends Error {}

/** The child's side of `runPack`: builds the zip that the JSON describes. Never throws. */
export async function packChild(requestJson: string): Promise<string> {
  setPriority(niceness)
  return JSON.stringify(await pack(requestJson).catch(failed))
}

function failed(error: unknown): PackResult {
  if (error instanceof Damaged) return { ok: false, kind: 'damaged', sha256: error.sha256 }
  if (error instanceof Unconverted) return { ok: false, kind: 'unconverted' }
  if (error instanceof BucketError) return { ok: false, kind: 'away' }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return { ok: false, kind: noRoomCodes.test(code) ? 'no-room' : 'crashed' }
}

async function pack(requestJson: string): Promise<PackResult> {
  const request = Value.Decode(PackRequest, parseJson(requestJson))
  const missed: Missed = { untagged: [], unconverted: [] }
  const zip = await open(request.zip, 'wx', 0o600)
  try {
    const pieces = request.isBare
      ? bareFile(request, missed)
      : makeZip(entries(request, missed), { buffersAreUTF8: true })
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; ) at += (await zip.write(piece, at)).bytesWritten
    }
    // A power failure after the rename must not leave a file that only looks complete.
    await zip.sync()
  } finally {
    await zip.close()
  }
  return { ok: true, ...missed }
}

/** The names of files that took no tags, or could not be converted. */
type Missed = { untagged: string[]; unconverted: string[] }

/** Writes the zip's entries, each built only once the one before is there, then the checksums. */
async function* entries(request: PackRequest, missed: Missed) {
  const { folder, stampMs } = request
  const entry = (name: string, input: AsyncIterable<Uint8Array> | Uint8Array | string) => ({
    name: `${folder}/${name}`,
    lastModified: new Date(stampMs),
    input,
  })
  const sums: string[] = []
  const tools = await openTools(request)
  if (beginsWithFolder(request.files)) yield folderEntry(folder, stampMs)
  if (tools.cover) {
    // Placed first, so that a download has begun while the first master is still being tagged.
    yield entry('cover.jpg', tools.cover)
    sums.push(`${new Bun.CryptoHasher('sha256').update(tools.cover).digest('hex')}  cover.jpg\n`)
  }
  for (const named of request.files) {
    const { name, input, end } = await makeFile(named, request, tools, missed)
    yield entry(name, input)
    sums.push(`${await end()}  ${name}\n`)
  }
  yield entry('SHA256SUMS', sums.join(''))
}

/** The only file of a request, without a zip around it. Throws Unconverted. */
async function* bareFile(request: PackRequest, missed: Missed): AsyncGenerator<Uint8Array> {
  const [named] = request.files
  if (!named) throw new Error('There is no file to pack.')
  const { input, end } = await makeFile(named, request, await openTools(request), missed)
  // Its name and its type are told before it is made, and belong to the other format.
  if (missed.unconverted.length > 0) throw new Unconverted()
  yield* input
  await end()
}

type Tools = { cover: Uint8Array | null; tagger: Tagger | null }

const openTools = async (request: PackRequest): Promise<Tools> => ({
  cover: request.cover === null ? null : await readCover(request.cover, request.scratch),
  tagger: request.files.some(({ tags }) => tags) ? await openTagger() : null,
})

/**
 * Makes a file of the download. `end` is called after its bytes: it removes what was made of it,
 * and returns their checksum, or throws Damaged for a stored file that has changed.
 */
async function makeFile(named: PackedFile, request: PackRequest, { cover, tagger }: Tools, missed: Missed) {
  const { scratch } = request
  const file = { ...named, master: await onDisk(named, scratch) }
  const converted = await makeConverted(file, request, tagger, cover)
  if (file.convert && !converted) missed.unconverted.push(file.name)
  const copy = converted?.copy ?? join(scratch, `copy.${named.extension}`)
  const made = converted?.made ?? (tagger === null ? 'nothing' : await makeTagged(file, copy, tagger, cover))
  const name = converted?.name ?? file.name
  if (tagger && file.tags && made !== 'tagged') missed.untagged.push(name)
  const sum = new Bun.CryptoHasher('sha256')
  const end = async () => {
    const sha256 = sum.digest('hex')
    if (made === 'nothing' && sha256 !== file.sha256) throw new Damaged(file.sha256)
    await rm(copy, { force: true })
    if (file.master !== named.master.path) await rm(file.master, { force: true })
    return sha256
  }
  return { name, input: made === 'nothing' ? readStored(file.master, file.sha256, sum) : read(copy, sum), end }
}

type FileOnDisk = Omit<PackedFile, 'master'> & { master: string }

/**
 * Returns the path of a stored file, which is fetched first where it is not on this disk. Throws
 * Damaged, and BucketError when it cannot be fetched now.
 */
async function onDisk({ master, sha256 }: Pick<PackedFile, 'master' | 'sha256'>, scratch: string): Promise<string> {
  const { path, address } = master
  if (address === undefined || (await Bun.file(path).exists())) return path
  const fetched = join(scratch, 'stored')
  try {
    await fetchAt(address, fetched, sha256)
    return fetched
  } catch (thrown) {
    const error = toBucketError(thrown)
    throw error.fault === 'absent' || error.fault === 'other bytes' ? new Damaged(sha256) : error
  }
}

async function* read(path: string, sum: Bun.CryptoHasher): AsyncGenerator<Uint8Array> {
  for await (const piece of Bun.file(path).stream()) {
    sum.update(piece)
    yield piece
  }
}

/** Yields a stored file's bytes and adds them to the checksum. Throws Damaged if unreadable. */
async function* readStored(path: string, sha256: string, sum: Bun.CryptoHasher): AsyncGenerator<Uint8Array> {
  try {
    yield* read(path, sum)
  } catch {
    throw new Damaged(sha256)
  }
}

/**
 * Makes a copy with our tags only, or without tags for a kind of file that cannot hold them. Makes
 * no copy of a file with an unexpected structure: its buyer gets it unchanged. Throws Damaged for a
 * master that differs from the upload: once it is tagged, the new checksums would hide the damage.
 */
async function makeTagged(file: FileOnDisk, copy: string, tagger: Tagger, cover: Uint8Array | null) {
  const { master, sha256, tags } = file
  if (!tags) return 'nothing'
  await refuseDamaged(master, sha256)
  try {
    const more = { cover, master: await tagger.read(master) }
    const isTagged = await tagger.copy(master, copy, tags, more).then(
      () => true,
      () => false,
    )
    if (isTagged) return 'tagged'
    // A file that could not be tagged may be half written.
    await copyStripped(master, copy)
    return 'stripped'
  } catch {
    return 'nothing'
  }
}

/**
 * Makes a copy in another format, with our tags only. Returns undefined for a file that is not
 * converted or cannot be. ffmpeg gets a copy that has been stripped, and of that only the sound.
 */
async function makeConverted(
  { master, sha256, extension, convert, tags }: FileOnDisk,
  { ffmpeg, scratch }: PackRequest,
  tagger: Tagger | null,
  cover: Uint8Array | null,
) {
  if (!convert || ffmpeg === undefined || !tagger || !tags || !isAudioFormat(extension)) return undefined
  await refuseDamaged(master, sha256)
  const [stripped, bare] = [join(scratch, `stripped.${extension}`), join(scratch, `bare.${convert.to}`)]
  const copy = join(scratch, `copy.${convert.to}`)
  try {
    const path = await copyStripped(master, stripped).then(
      () => stripped,
      () => master,
    )
    if (!(await convertFile(ffmpeg, convert, { path, format: extension }, bare))) return undefined
    await tagger.copy(bare, copy, tags, { cover, master: await tagger.read(master), isConverted: true })
    return { made: 'tagged' as const, copy, name: convert.name }
  } finally {
    await Promise.all([stripped, bare].map((made) => rm(made, { force: true })))
  }
}

async function refuseDamaged(path: string, sha256: string): Promise<void> {
  if ((await hashFile(path).catch(() => undefined)) !== sha256) throw new Damaged(sha256)
}

/** Returns the cover as a JPEG for players, without its metadata, such as place and camera. */
async function readCover(cover: NonNullable<PackRequest['cover']>, scratch: string): Promise<Uint8Array | null> {
  const { sha256 } = cover
  const path = await onDisk(cover, scratch)
  await refuseDamaged(path, sha256)
  try {
    const picture = (await openPicture(path)).resize(coverWidth, undefined, { withoutEnlargement: true })
    return await picture.jpeg({ quality: 88 }).bytes()
  } catch {
    return null
  }
}
