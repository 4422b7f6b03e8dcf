import { kindOfPath, type LeftFile, stemOf } from '../../../../../src/lib/album/found.ts'
import { isZipStart } from '../../../../../src/lib/zip/open-zip.ts'
import type { GivenFile } from '../../upload/packed-file.ts'
import { filesOfZip } from './zip-files.ts'

export type FolderFile = { path: string; file: GivenFile }

/**
 * A folder or zip as somebody gave it: its name and its files, without those of the system.
 * `left`: those that cannot be read.
 */
export type GivenFolder = { name: string; files: FolderFile[]; left: LeftFile[]; isCut: boolean }

export const mostFiles = 5_000

// Decided by the entries themselves: Chromium has no constructors for them.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry => entry?.isDirectory === true

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  // A reader returns a hundred at a time, and finally none.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((list, fail) => reader.readEntries(list, fail))
    if (some.length === 0) return all
    all.push(...some)
  }
}

type Source = { name: string; add(given: GivenFolder, prefix: string): Promise<void> }

/** Returns the folders and zips of a drop as one; null when other files were dropped. */
export async function droppedFolder(transfer: DataTransfer): Promise<GivenFolder | null> {
  // Read before the first await: the transfer is emptied after the event.
  const entries = [...transfer.items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const sources = await Promise.all(
    entries.map(async ({ entry, file }): Promise<Source[]> => {
      if (isFolder(entry)) return [fromFolder(entry)]
      return file && (await isPacked(file)) ? [fromZip(file)] : []
    }),
  )
  return gather(sources.flat())
}

/** Judged by content: a zip may have any name. Other archives are told that they are none. */
async function isPacked(file: File): Promise<boolean> {
  return kindOfPath(file.name) === 'packed' || isZipStart(new Uint8Array(await file.slice(0, 2).arrayBuffer()))
}

/** Throws ZipProblem for a file that is no zip. */
export const chosenZips = (files: readonly File[]): Promise<GivenFolder | null> => gather(files.map(fromZip))

/** Of several, the files of each lie in a folder with its name. */
async function gather(sources: readonly Source[]): Promise<GivenFolder | null> {
  const [first, second] = sources
  if (!first) return null
  const given: GivenFolder = { name: first.name, files: [], left: [], isCut: false }
  const names = new Set<string>()
  for (const { name, add } of sources) {
    const own = names.has(name) ? `${name} (${names.size + 1})` : name
    names.add(own)
    await add(given, second ? `${own}/` : '')
  }
  return given
}

const fromZip = (zip: File): Source => ({
  name: stemOf(zip.name) || zip.name,
  async add(given, prefix) {
    const { files, left } = await filesOfZip(zip)
    for (const { path, file } of files) addFile(given, { path: `${prefix}${path}`, file })
    given.left.push(...left.map((each) => ({ ...each, path: `${prefix}${each.path}` })))
  },
})

const fromFolder = (from: FileSystemDirectoryEntry): Source => ({
  name: from.name,
  async add(given, prefix) {
    const waiting: [string, FileSystemDirectoryEntry][] = [[prefix, from]]
    for (let next = waiting.pop(); next !== undefined && !given.isCut; next = waiting.pop()) {
      const [path, folder] = next
      for (const entry of await entriesOf(folder)) {
        const own = `${path}${entry.name}`
        if (kindOfPath(own) === 'system') continue
        if (isFolder(entry)) waiting.push([`${own}/`, entry])
        if (!isFile(entry)) continue
        const file = await new Promise<File>((give, fail) => entry.file(give, fail))
        addFile(given, { path: own, file })
      }
    }
  },
})

export function chosenFolder(files: readonly File[]): GivenFolder {
  const [name = ''] = files[0]?.webkitRelativePath.split('/') ?? []
  const given: GivenFolder = { name, files: [], left: [], isCut: false }
  for (const file of files) {
    const path = file.webkitRelativePath.split('/').slice(1).join('/')
    if (path !== '') addFile(given, { path, file })
  }
  return given
}

function addFile(given: GivenFolder, file: FolderFile): void {
  if (kindOfPath(file.path) === 'system') return
  if (given.files.length < mostFiles) given.files.push(file)
  else given.isCut = true
}
