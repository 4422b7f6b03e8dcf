/**
 * A fault that somebody could make: a text that occurs once in a file, its replacement, and the
 * test files (`shop/tip` for test/shop/tip.test.ts) that should notice.
 */
export type PlantedBug = {
  name: string
  file: string
  text: string
  becomes: string
  tests: readonly string[]
}
