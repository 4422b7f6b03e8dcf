import type { Extra } from '../../access/held-extra.ts'
import type { PackedFile } from './pack.ts'

const folder = 'Extras'

/** Returns the extras of a zip, in a folder of their own, no two of them under one name. */
export function packExtras(all: readonly Extra[]): Omit<PackedFile, 'master'>[] {
  const taken = new Set<string>()
  return all.map(({ name, format, sha256 }) => ({
    name: `${folder}/${freeName(taken, name, format)}`,
    extension: format,
    sha256,
    tags: null,
  }))
}

/** Many file systems take names for the same that differ in their case alone. */
function freeName(taken: Set<string>, name: string, format: string): string {
  for (let count = 1; ; count++) {
    const free = `${name}${count === 1 ? '' : ` (${count})`}.${format}`
    const key = free.normalize('NFKC').toLowerCase()
    if (taken.has(key)) continue
    taken.add(key)
    return free
  }
}
