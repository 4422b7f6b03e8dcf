import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Static, type TObject, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { parseJson } from '../json/json.ts'
import { giveToOwnerOf } from './private-files.ts'

const Inode = t.Object({ inode: t.Integer() })

// Longer than any note: the rest of a longer one is overwritten.
const noteBytes = 200

/**
 * Stores a note next to a database, so that a restored older database is detected. The file
 * contains its own inode, since a copy of it has another one; so it is written in place, for the
 * owner of its folder, which root need not be. Synchronous.
 */
export function writeFolderNote(path: string, note: Record<string, number>): void {
  const file = openSync(path, 'a+', 0o600)
  closeSync(file)
  giveToOwnerOf(dirname(path), path)
  const text = JSON.stringify({ ...note, inode: statSync(path).ino }).padEnd(noteBytes)
  const inPlace = openSync(path, 'r+')
  try {
    writeSync(inPlace, text, 0)
  } finally {
    closeSync(inPlace)
  }
}

/** Returns the note stored here; undefined if it is missing, damaged, or copied from elsewhere. */
export function readFolderNote<S extends TObject>(path: string, schema: S): Static<S> | undefined {
  try {
    const note: unknown = parseJson(readFileSync(path, 'utf8'))
    if (Value.Decode(Inode, note).inode !== statSync(path).ino) return undefined
    return Value.Decode(schema, note)
  } catch {
    return undefined
  }
}
