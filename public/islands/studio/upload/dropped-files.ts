import { once } from '../../../../src/lib/turn/once.ts'

// Files that operating systems put into folders.
const systemName = /^\.|^(?:thumbs\.db|desktop\.ini)$/i
const mostFiles = 1_000
const inOrder = once(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))

// Decided by the entries themselves: Chromium has no constructors for them.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry | null): entry is FileSystemDirectoryEntry => entry?.isDirectory === true

const listOf = (folder: FileSystemDirectoryEntry) => {
  const reader = folder.createReader()
  return () => new Promise<FileSystemEntry[]>((list, fail) => reader.readEntries(list, fail))
}

/** Finds all files in a folder except hidden ones and those of the system. */
async function filesIn(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (found.length >= mostFiles) return
  if (isFile(entry) && !systemName.test(entry.name)) {
    found.push(await new Promise<File>((give, fail) => entry.file(give, fail)))
  }
  if (!isFolder(entry)) return
  const next = listOf(entry)
  // A reader returns a hundred at a time, and finally none.
  for (let entries = await next(); entries.length > 0; entries = await next()) {
    for (const each of entries) await filesIn(each, found)
  }
}

/** Sorts files by name as an album is heard, numbers by their value. */
export const sortFiles = (files: readonly File[]): File[] => files.toSorted((a, b) => inOrder().compare(a.name, b.name))

/** Includes files in dropped folders; files that are no music are refused by name. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Both must be read before the first await: the transfer is emptied after the event.
  const plain = [...transfer.files]
  const folders = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter(isFolder)
  if (folders.length === 0) return sortFiles(plain)
  const names = new Set(folders.map(({ name }) => name))
  const found = plain.filter(({ name }) => !names.has(name))
  for (const folder of folders) await filesIn(folder, found)
  return sortFiles(found)
}
