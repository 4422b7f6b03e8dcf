import type { Sale } from '../../../../src/money/sale/model.ts'

/** Returns the name of a sold thing for the middle of a sentence. */
export function nameOf({ kind, what }: Pick<Sale, 'kind' | 'what'>): string {
  if (kind === 'tip') return 'a tip'
  if (kind === 'license') return `a license of ${what}`
  return kind === 'emoji' ? `:${what}:` : (what ?? 'a casset')
}
