import { type Dirent, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The names that a folder may contain: files, or folders of their own. */
type Content = { files?: RegExp; folders?: readonly (readonly [name: RegExp, content: Content])[] }

// The lock and the mark stay while the demo starts over.
const staying = /^(?:lock\.(?:db|json)|\.tapedeck-demo)$/
const anything: Content = { files: /./ }

/** Everything that a demo makes. Media lie by their hash, uploads by ids of casset and track. */
const made: Content = {
  files:
    /^(?:(?:tapedeck|test-processor)\.db(?:-wal|-shm|-journal)?|(?:secrets|log-head|receipt-head|instance)\.json(?:\.[0-9a-f]{12})?)$/,
  folders: [
    [/^uploads$/, { files: /^[0-9a-f-]{36}_[0-9a-f-]{36}(?:\.\w+)?$/ }],
    [
      /^blobs$/,
      {
        folders: [
          [/^[0-9a-f]{2}$/, { files: /^[0-9a-f]{64}$/ }],
          [/^scratch$/, { ...anything, folders: [[/./, anything]] }],
          [/^made$/, { files: /^[0-9a-z-]+\.zip$/ }],
        ],
      },
    ],
  ],
}

export const isMadeByDemo = (name: string): boolean =>
  staying.test(name) || made.files?.test(name) === true || made.folders?.some(([folder]) => folder.test(name)) === true

/** Removes what a demo made, by name, and returns the paths of all else. Follows no links. */
export const removeDemo = (dir: string): string[] => removeContent(dir, made, '')

function removeContent(dir: string, { files, folders }: Content, under: string): string[] {
  const left: string[] = []
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name)
    const content = entry.isDirectory() ? folders?.find(([name]) => name.test(entry.name))?.[1] : undefined
    if (content) {
      const inside = removeContent(path, content, `${under}${entry.name}/`)
      left.push(...inside)
      if (inside.length === 0) rmdirSync(path)
    } else if (entry.isFile() && files?.test(entry.name)) rmSync(path)
    else if (!isStaying(entry, under)) left.push(`${under}${entry.name}`)
  }
  return left
}

const isStaying = (entry: Dirent, under: string) => under === '' && entry.isFile() && staying.test(entry.name)
