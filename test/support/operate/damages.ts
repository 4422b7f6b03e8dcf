import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'

export const flip = (path: string) => {
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

/** The damage that shows in a file's size or when it is opened. */
export const damages: Record<string, (path: string) => void> = {
  removed: (path) => rmSync(path),
  emptied: (path) => writeFileSync(path, ''),
  'cut short': (path) => truncateSync(path, readFileSync(path).length - 1),
  'made longer': (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.from('x')])),
  // A link that leads to itself: unlike a mode, it stops root too.
  'made unreadable': (path) => {
    rmSync(path)
    symlinkSync(path, path)
  },
  'made a folder': (path) => {
    rmSync(path)
    mkdirSync(path)
  },
}
