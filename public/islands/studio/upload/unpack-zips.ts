import { kindOfPath, nameOf } from '../../../../src/lib/album/found.ts'
import { inOrderOfNames } from '../../../../src/lib/album/in-order.ts'
import { isZipStart } from '../../../../src/lib/zip/open-zip.ts'
import { ZipProblem } from '../../../../src/lib/zip/zip-problem.ts'
import { filesOfZip } from '../tapes/bring/zip-files.ts'
import type { GivenFile, PackedFile } from './packed-file.ts'

/** A file that is refused before it is looked at, and why. */
export type RefusedFile = { file: GivenFile; why: string }

/** Returns files with those of zips in the place of these, as a folder would have them. */
export async function unpackZips(files: readonly File[]): Promise<{ files: GivenFile[]; refused: RefusedFile[] }> {
  const parts = await Promise.all(
    files.map(async (file) => {
      const start = await file
        .slice(0, 2)
        .arrayBuffer()
        .catch(() => new ArrayBuffer(0))
      return isZipStart(new Uint8Array(start)) ? filesIn(file) : { files: [file], refused: [] }
    }),
  )
  return { files: parts.flatMap((part) => part.files), refused: parts.flatMap(({ refused }) => refused) }
}

async function filesIn(zip: File): Promise<{ files: GivenFile[]; refused: RefusedFile[] }> {
  try {
    const { files, left } = await filesOfZip(zip)
    const own = files
      .filter(({ path }) => kindOfPath(path) !== 'system')
      .toSorted((a, b) => inOrderOfNames(a.path, b.path))
    return { files: own.map(({ file }) => file), refused: left.map(({ path, why }) => ({ file: closed(path), why })) }
  } catch (error) {
    if (error instanceof ZipProblem) return { files: [], refused: [{ file: zip, why: error.message }] }
    throw error
  }
}

const closed = (path: string): PackedFile => {
  const refuse = () => Promise.reject(new ZipProblem(path))
  return { name: nameOf(path), size: 0, lastModified: 0, open: refuse, start: refuse }
}
