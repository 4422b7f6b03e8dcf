import { expect, test } from 'bun:test'
import canonicalize from 'canonicalize'
import { canonicalJson } from '../../src/lib/json/canonical-json.ts'
import { inTree } from '../support/tree.ts'

// The test data of RFC 8785, from github.com/cyberphone/json-canonicalization.
const readData = (name: string) => Bun.file(inTree('test/fixtures/jcs', name)).text()

test.each(['arrays', 'french', 'structures', 'unicode', 'weird'])(
  'the test data of RFC 8785 comes out byte for byte: %s',
  async (name) => {
    expect(canonicalJson(JSON.parse(await readData(`${name}.json`)))).toBe(await readData(`${name}.canonical.json`))
  },
)

test('the numbers of RFC 8785 come out right too, but what is not whole and exact is refused', async () => {
  const values = JSON.parse(await readData('values.json'))
  expect(canonicalize(values)).toBe(await readData('values.canonical.json'))
  for (const number of [0.5, 2 ** 53, -(2 ** 53), Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => canonicalJson({ tracks: [{ number }] })).toThrow(RangeError)
  }
  expect(canonicalJson([2 ** 53 - 1, -0])).toBe('[9007199254740991,0]')
})

test('text stays as it was written: what looks alike is not the same, and half a character is refused', () => {
  const [composed, decomposed] = ['\u00e9', 'e\u0301']
  expect(canonicalJson([composed, decomposed])).toBe(`["${composed}","${decomposed}"]`)
  expect(() => canonicalJson({ title: '\ud800' })).toThrow('surrogate')
})
