import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileKind, type FoundFile, kindOfPath, type LeftFile } from '../../lib/album/found.ts'
import { inOrderOfNames } from '../../lib/album/in-order.ts'
import { SNIFF_BYTES, sniffAudio } from '../../lib/audio/sniff.ts'
import type { Tell } from './tell.ts'

export type FilesOfFolder = Record<'music' | 'picture' | 'words' | 'manifest' | 'cue', FoundFile[]> & {
  left: LeftFile[]
}

/** Whether this host reads Apple Lossless, and the most bytes of a file. */
export type Accepted = { readsAlac: boolean; maxBytes: number }

const mostEntries = 100_000
const longestWords = 100_000
const lookedAtTogether = 16

export class TooManyFilesError extends Error {
  override readonly name = 'TooManyFilesError'
}

/**
 * Finds all files in a folder and the folders in it. Links are not followed, wherever they lead.
 * Music is known by its content (rule: file-identity). Throws TooManyFilesError, for more than
 * `most` files and folders, before it has opened any.
 */
export async function findFiles(
  root: string,
  accepted: Accepted,
  tell: Tell,
  most = mostEntries,
): Promise<FilesOfFolder> {
  const found: FilesOfFolder = { music: [], picture: [], words: [], manifest: [], cue: [], left: [] }
  const files = await listFiles(root, most, found.left)
  for (let at = 0; at < files.length; at += lookedAtTogether) {
    tell(at, files.length, 'opened')
    const some = files.slice(at, at + lookedAtTogether)
    for (const { place, file } of await Promise.all(some.map((each) => placeOf(root, each, accepted)))) {
      if (place === 'left') found.left.push(file)
      else found[place].push(file)
    }
  }
  return found
}

type Listed = { path: string; kind: FileKind }

async function listFiles(root: string, most: number, left: LeftFile[]): Promise<Listed[]> {
  const files: Listed[] = []
  const folders = ['']
  let count = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await entriesOf(root, folder, left)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const kind = kindOfPath(path)
      if (kind === 'system') continue
      count += 1
      if (count > most) {
        throw new TooManyFilesError(`There are more than ${most.toLocaleString('en')} files in ${root}.`)
      }
      if (entry.isSymbolicLink()) left.push({ path, why: 'a link, which is not followed' })
      else if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) files.push({ path, kind })
      else left.push({ path, why: 'no file' })
    }
  }
  return files
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

type Placed = { place: Exclude<keyof FilesOfFolder, 'left'>; file: FoundFile } | { place: 'left'; file: LeftFile }

async function placeOf(root: string, { path, kind }: Listed, accepted: Accepted): Promise<Placed> {
  try {
    const { size: bytes } = await lstat(join(root, path))
    const why = refusal(kind, bytes, accepted) ?? (await problemOfMusic(join(root, path), kind, accepted))
    if (why !== undefined) return { place: 'left', file: { path, why } }
    const isBeside = kind === 'picture' || kind === 'words' || kind === 'manifest' || kind === 'cue'
    return { place: isBeside ? kind : 'music', file: { path, bytes } }
  } catch (error) {
    return { place: 'left', file: { path, why: `cannot be read${codeOf(error)}` } }
  }
}

/** Why a file is left out by its name and size. */
export function refusal(kind: FileKind, bytes: number, { maxBytes }: Accepted): string | undefined {
  if (kind === 'packed') return 'packed: unpack it, or bring it alone if it is a zip'
  if (kind === 'known') return 'no music, picture or lyrics'
  if (bytes === 0) return 'empty'
  if (kind === 'words' && bytes > longestWords) return 'too long for lyrics'
  if (kind !== 'other' && bytes > maxBytes) return `larger than ${Math.floor(maxBytes / 1_000_000)} MB`
  return undefined
}

async function problemOfMusic(path: string, kind: FileKind, { readsAlac }: Accepted): Promise<string | undefined> {
  if (kind !== 'music' && kind !== 'other') return undefined
  const sniffed = sniffAudio(await headOf(path), { readsAlac })
  if (sniffed.ok) return undefined
  return kind === 'music' ? sniffed.problem : 'no music, picture or lyrics'
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
