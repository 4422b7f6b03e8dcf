import type { FileEntry } from '@zip.js/zip.js'
import { numberText } from '../language/formats.ts'
import { say } from '../language/say.ts'
import { cleanPath, decoderOf } from './member-names.ts'
import { damaged, ZipProblem } from './zip-problem.ts'

/** A file in a zip, as the list at its end tells. */
export type ZipMember = {
  /** Its path in the zip, with "/" between folders. */
  path: string
  bytes: number
  modifiedMs: number
  /** Why it cannot be read, in words. */
  problem: string | null
  /**
   * Gives its bytes to `write`, never more than `bytes`. Throws ZipProblem for damage, and only
   * after the last byte where the checksum is wrong.
   */
  read(write: (piece: Uint8Array) => void | Promise<void>): Promise<void>
  /** Its first bytes, checked only where these are all. */
  start(mostBytes: number): Promise<Uint8Array<ArrayBuffer>>
  /** Whether it lies in the zip as it is. */
  isStored: boolean
  /** Where its bytes in the zip begin and end. They are read first. */
  place(): [begin: number, end: number]
}

const stored = 0
const deflated = 8

/** The most files and folders in a zip that is brought: its list is read as a whole. */
export const mostInZip = 10_000

/** Loads the reader of zips only where somebody has one. */
export async function zipReader(zip: Blob, options: { strictness: 'strict' | 'balanced' }) {
  const { BlobReader, configure, ZipReader } = await import('@zip.js/zip.js/lib/zip-core-native.js')
  configure({ useWebWorkers: false })
  return new ZipReader(new BlobReader(zip), {
    ...options,
    filenameValidation: options.strictness === 'strict' ? 'strict' : 'tolerant',
  })
}

/**
 * Returns the files in a zip. Each says by itself why it cannot be read, such as a password or a
 * name outside of the zip. Throws ZipProblem for what is no whole zip, is empty, or has more than
 * `most` files and folders.
 */
export async function openZip(
  zip: Blob,
  { name, most = mostInZip }: { name: string; most?: number },
): Promise<ZipMember[]> {
  const start = new Uint8Array(await zip.slice(0, 2).arrayBuffer())
  if (!isZipStart(start)) throw new ZipProblem(say('“{name}” is no zip. Unpack it, and bring the folder.', { name }))
  const entries = await entriesOf(zip, name, most)
  if (entries.length === 0) throw new ZipProblem(say('“{name}” is empty.', { name }))
  const unsaid = entries.filter(({ filenameUTF8 }) => !filenameUTF8).map(({ rawFilename }) => rawFilename)
  const decode = decoderOf(unsaid)
  const seen = new Set<string>()
  return entries.map((entry) => {
    const clean = cleanPath(entry.filenameUTF8 ? entry.filename : decode(entry.rawFilename))
    const isSecond = seen.has(clean.path.normalize('NFC'))
    seen.add(clean.path.normalize('NFC'))
    const second = isSecond ? say('a second file of the same name in the zip') : null
    return toMember(entry, clean.path, clean.problem ?? second ?? problemOf(entry))
  })
}

/** Whether a file begins as zips do, empty ones included. */
export const isZipStart = (start: Uint8Array): boolean => start[0] === 0x50 && start[1] === 0x4b

async function entriesOf(zip: Blob, name: string, most: number): Promise<FileEntry[]> {
  const reader = await zipReader(zip, { strictness: 'balanced' })
  const files: FileEntry[] = []
  let count = 0
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      count += 1
      if (count > most) throw tooMany(name, most)
      if (!entry.directory) files.push(entry)
    }
  } catch (error) {
    if (error instanceof ZipProblem || isOfReading(error)) throw error
    throw new ZipProblem(
      say('“{name}” is cut off, in several parts or damaged. Make or download the zip again.', { name }),
    )
  }
  return files
}

const tooMany = (name: string, most: number) =>
  new ZipProblem(
    say('“{name}” has more than {most} files. Unpack it, and bring the folders in it one by one.', {
      name,
      most: numberText(most),
    }),
  )

/** Whether the zip itself could not be read, as it was moved or changed, or the disk fails. */
const isOfReading = (error: unknown): boolean =>
  error instanceof Error &&
  (/^Not(?:Readable|Found)Error$/.test(error.name) || ('code' in error && /^E[A-Z]/.test(String(error.code))))

function problemOf({ encrypted, symlink, compressionMethod }: FileEntry): string | null {
  if (encrypted) return say('locked with a password: unpack the zip, and bring the folder')
  if (symlink) return say('a link, which is not followed')
  if (compressionMethod === stored || compressionMethod === deflated) return null
  return say('packed in an unusual way: unpack the zip, and bring the folder')
}

function toMember(entry: FileEntry, path: string, problem: string | null): ZipMember {
  const read: ZipMember['read'] = async (write) => {
    let fault: unknown
    const sink = new WritableStream<Uint8Array>({
      async write(piece) {
        try {
          await write(piece)
        } catch (error) {
          fault = error
          throw error
        }
      },
    })
    try {
      await entry.getData(sink, { checkSignature: true, checkOverlappingEntry: true })
    } catch (error) {
      if (fault !== undefined) throw fault
      throw isOfReading(error) ? error : damaged()
    }
  }
  return {
    path,
    bytes: entry.uncompressedSize,
    modifiedMs: entry.lastModDate.getTime(),
    problem,
    read,
    start: (mostBytes) => startOf(read, Math.min(mostBytes, entry.uncompressedSize)),
    isStored: entry.compressionMethod === stored,
    place() {
      const begin = entry.localDirectory?.dataOffset ?? 0
      return [begin, begin + entry.compressedSize]
    },
  }
}

async function startOf(read: ZipMember['read'], mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(mostBytes)
  const enough = new Error('enough')
  let length = 0
  try {
    await read((piece) => {
      if (length === mostBytes) throw enough
      const some = piece.subarray(0, mostBytes - length)
      bytes.set(some, length)
      length += some.length
    })
  } catch (error) {
    if (error !== enough) throw error
  }
  return bytes.subarray(0, length)
}
