import type { Page } from 'playwright-core'

const kept =
  /^(banner|complementary|contentinfo|form|heading|log|main|navigation|region|search)\b(?: "(.*)")?(?: \[level=(\d)\])?/

/**
 * Returns the landmarks and headings of a page as a screen reader lists them, each indented below
 * what it is in: `main`, `  h1 Library`. A region that is named by its heading is not told twice,
 * the number of people in a room does not count, and long runs of one letter are cut.
 */
export async function outlineOf(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot()
  const above: number[] = []
  const told: string[] = []
  for (const line of tree.split('\n')) {
    const indent = line.search(/\S/)
    while ((above.at(-1) ?? -1) >= indent) above.pop()
    const [, role = '', name = '', level] = kept.exec(line.trim().replace(/^- '?/, '')) ?? []
    if (role === '') continue
    const short = name.replace(/(.)\1{9,}/, '$1…').replace(/^\d+ here$/, 'Who is here')
    const text = (level ? `h${level} ${short}` : `${role} ${short}`).trimEnd()
    const isSaid = level && told.at(-1)?.trimStart() === `region ${short}`
    if (isSaid) told.pop()
    told.push(`${'  '.repeat(above.length - (isSaid ? 1 : 0))}${text}`)
    above.push(indent)
  }
  return told.join('\n')
}
