import { kindOfPath } from '../../../../../src/lib/album/found.ts'

export type FolderFile = { path: string; file: File }

/** A folder as somebody gave it: its name and its files, without those of the system. */
export type GivenFolder = { name: string; files: FolderFile[]; isCut: boolean }

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

/** Returns the folders of a drop as one; null when only files were dropped. */
export function droppedFolder(transfer: DataTransfer): Promise<GivenFolder> | null {
  // Read before the first await: the transfer is emptied after the event.
  const folders = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter(isFolder)
  const [only] = folders
  if (only === undefined) return null
  return readFolders(folders.length === 1 ? [['', only]] : folders.map((folder) => [folder.name, folder]), only.name)
}

async function readFolders(from: [string, FileSystemDirectoryEntry][], name: string): Promise<GivenFolder> {
  const given: GivenFolder = { name, files: [], isCut: false }
  const waiting = [...from]
  for (let next = waiting.pop(); next !== undefined && !given.isCut; next = waiting.pop()) {
    const [path, folder] = next
    for (const entry of await entriesOf(folder)) {
      const own = path === '' ? entry.name : `${path}/${entry.name}`
      if (kindOfPath(own) === 'system') continue
      if (isFolder(entry)) waiting.push([own, entry])
      if (!isFile(entry)) continue
      const file = await new Promise<File>((give, fail) => entry.file(give, fail))
      add(given, { path: own, file })
    }
  }
  return given
}

export function chosenFolder(files: readonly File[]): GivenFolder {
  const [name = ''] = files[0]?.webkitRelativePath.split('/') ?? []
  const given: GivenFolder = { name, files: [], isCut: false }
  for (const file of files) {
    const path = file.webkitRelativePath.split('/').slice(1).join('/')
    if (path !== '' && kindOfPath(path) !== 'system') add(given, { path, file })
  }
  return given
}

function add(given: GivenFolder, file: FolderFile): void {
  if (given.files.length < mostFiles) given.files.push(file)
  else given.isCut = true
}
