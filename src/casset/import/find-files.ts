import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileKind, type FoundFile, kindOfPath, type LeftFile } from '../../lib/album/found.ts'
import { inOrderOfNames } from '../../lib/album/in-order.ts'
import { SNIFF_BYTES, sniffAudio } from '../../lib/audio/sniff.ts'

/** The files of a folder by what they are, and those that cannot be used. */
export type FilesOfFolder = Record<'music' | 'picture' | 'words' | 'manifest', FoundFile[]> & { left: LeftFile[] }

/** Whether this host reads Apple Lossless, and the most bytes of a file. */
export type Accepted = { readsAlac: boolean; maxBytes: number }

const mostFiles = 100_000
const longestWords = 100_000

/** A folder has more files than one import takes. */
export class TooManyFilesError extends Error {
  override readonly name = 'TooManyFilesError'
}

/**
 * Finds all files in a folder and the folders in it. Links are not followed, wherever they lead.
 * Music is known by its content (rule: file-identity). Throws TooManyFilesError.
 */
export async function findFiles(root: string, accepted: Accepted): Promise<FilesOfFolder> {
  const found: FilesOfFolder = { music: [], picture: [], words: [], manifest: [], left: [] }
  const folders = ['']
  let count = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(root, folder, found.left)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const kind = kindOfPath(path)
      if (kind === 'system') continue
      count += 1
      if (count > mostFiles) {
        throw new TooManyFilesError(`There are more than ${mostFiles.toLocaleString('en')} files in ${root}.`)
      }
      if (entry.isSymbolicLink()) found.left.push({ path, why: 'a link, which is not followed' })
      else if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) await sort(root, path, kind, found, accepted)
      else found.left.push({ path, why: 'no file' })
    }
  }
  return found
}

async function entriesOf(root: string, folder: string, left: LeftFile[]) {
  try {
    const entries = await readdir(join(root, folder), { withFileTypes: true })
    return entries.toSorted((a, b) => inOrderOfNames(a.name, b.name))
  } catch (error) {
    left.push({
      path: folder === '' ? '.' : folder,
      why: `a folder that cannot be read${codeOf(error)}`,
    })
    return []
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''

async function sort(root: string, path: string, kind: FileKind, found: FilesOfFolder, accepted: Accepted) {
  try {
    const { size: bytes } = await lstat(join(root, path))
    const why = refusal(kind, bytes, accepted)
    if (why !== undefined) found.left.push({ path, why })
    else if (kind === 'picture' || kind === 'words' || kind === 'manifest') found[kind].push({ path, bytes })
    else await sortMusic(root, { path, bytes }, kind === 'music', found, accepted)
  } catch (error) {
    found.left.push({ path, why: `cannot be read${codeOf(error)}` })
  }
}

function refusal(kind: FileKind, bytes: number, { maxBytes }: Accepted): string | undefined {
  if (kind === 'packed') return 'packed: unpack it first'
  if (kind === 'known') return 'no music, picture or lyrics'
  if (bytes === 0) return 'empty'
  if (kind === 'words' && bytes > longestWords) return 'too long for lyrics'
  if (kind === 'music' && bytes > maxBytes) return `larger than ${Math.floor(maxBytes / 1_000_000)} MB`
  return undefined
}

async function sortMusic(
  root: string,
  file: FoundFile,
  isNamedSo: boolean,
  found: FilesOfFolder,
  { readsAlac }: Accepted,
) {
  const sniffed = sniffAudio(await headOf(join(root, file.path)), { readsAlac })
  if (sniffed.ok) found.music.push(file)
  else found.left.push({ path: file.path, why: isNamedSo ? sniffed.problem : 'no music, picture or lyrics' })
}

/** Opens a file that was found, never what a link in its place leads to now. */
export const openFound = (path: string) => open(path, constants.O_RDONLY | constants.O_NOFOLLOW)

async function headOf(path: string): Promise<Uint8Array> {
  const file = await openFound(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
