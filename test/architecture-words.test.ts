import { expect, test } from 'bun:test'
import { allSources } from './support/sources.ts'

const sources = await allSources()

test('JSON is parsed in one file of src and one of public, so that what it gives is looked at', () => {
  const parsing = sources.filter(({ path, code }) => !path.startsWith('test/') && /\bJSON\s*\??\.\s*parse\b/.test(code))
  expect(parsing.map(({ path }) => path)).toEqual([
    'public/lib/own-json.ts',
    'src/lib/json.ts',
    // Looks at each key while the body of a request is parsed.
    'src/platform/http/body.ts',
  ])
})
