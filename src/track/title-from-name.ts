import { cleanLine } from '../account/clean-text.ts'
import { cutText } from '../lib/code-points.ts'
import { longest } from '../lib/longest.ts'

/**
 * Returns a title from a file name, without folders, extension and leading track number; "Untitled" when nothing is
 * left (rule 4.9).
 */
export function titleFromName(name: string): string {
  const base = name.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const bare = base
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/^\d{1,3}(?:\s*[.)_-]\s*|\s+)(?=\S)/, '')
    .replaceAll('_', ' ')
  return cutText(cleanLine(bare) || 'Untitled', longest.title).toWellFormed()
}
