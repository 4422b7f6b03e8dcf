import { expect, test } from 'bun:test'
import { join } from 'node:path'

/** Words that Safari before the given version lacks; 16.4 is the oldest that this code is for. */
const younger: Readonly<Record<string, RegExp>> = {
  'AbortSignal.any, 17.4': /AbortSignal\.any\(/,
  'Promise.withResolvers, 17.4': /Promise\.withResolvers\b/,
  'URL.parse, 18': /\bURL\.parse\(/,
  'URL.canParse, 17': /\bURL\.canParse\(/,
  'helpers of iterators, 18.4':
    /(?:\.matchAll\([^\n]*\)|\bnamed)\.(?:map|filter|take|drop|flatMap|toArray|forEach|some|every|find|reduce)\(/,
  'Promise.try, 18.2': /Promise\.try\(/,
  'RegExp.escape, 18.2': /RegExp\.escape\(/,
  'union and the like of sets, 17': /\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(/,
}

test('code of pages uses nothing that the oldest browsers lack', async () => {
  const root = join(import.meta.dir, '../../public')
  const found: string[] = []
  for await (const path of new Bun.Glob('**/*.{ts,tsx}').scan(root)) {
    const text = (await Bun.file(join(root, path)).text()).replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    for (const [what, named] of Object.entries(younger)) if (named.test(text)) found.push(`${path}: ${what}`)
  }
  expect(found).toEqual([])
})
