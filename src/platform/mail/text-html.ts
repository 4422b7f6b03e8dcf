import { say } from '../../lib/language/say.ts'
import { button, type EmailPart, type EmailPicture, emailHtml, emailStyles, linked, paragraph } from './email-html.ts'

// Receipts are lines of facts, each with its name before a colon, which French keeps apart from it.
const fact = /^([\p{Lu}\p{Lo}][\p{L}\p{Zs}-]{0,30}?)\p{Zs}?[:：]\s+(\S.*)$/u

/**
 * Returns the text of one of the program's emails as HTML: its paragraphs, the first address of
 * the site in a line of its own as a key, other addresses as links, its facts with their names set
 * apart. Nothing of it is HTML already.
 */
export function htmlOfText(
  site: { name: string; origin: string },
  { subject, text, picture }: { subject: string; text: string; picture?: EmailPicture | undefined },
): string {
  const blocks = text
    .trim()
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
  const main = blocks.findIndex((block) => endsInAddress(site.origin, block))
  return emailHtml({
    site,
    title: subject,
    preview: blocks.slice(1, 2).join('').replaceAll('\n', ' ').slice(0, 120),
    picture,
    body: blocks.map((block, place) => (place === main ? keyOf(block) : partOf(block))),
    foot: [],
  })
}

function partOf(block: string): EmailPart {
  const lines = block.split('\n')
  const [first = '', ...quoted] = lines
  if (quoted.length > 0 && quoted.every((line) => line.startsWith('> '))) return quotation(first, quoted)
  const facts = lines.map((line) => fact.exec(line))
  if (lines.every((line) => line.startsWith('- '))) return listOf(lines)
  if (lines.length < 2 || facts.includes(null)) return paragraph(block)
  const items = facts.map((found) => {
    const [, name = '', value = ''] = found ?? []
    return `<p style="margin:0 0 8px;color:#2b1a12"><b>${Bun.escapeHTML(name)}</b><br>${linked(value)}</p>`
  })
  return { html: `<div style="margin:0 0 16px">${items.join('\n')}</div>` }
}

// As long as a key may be on a phone.
const longestLabel = 34

function endsInAddress(origin: string, block: string): boolean {
  const last = block.split('\n').at(-1) ?? ''
  return last.startsWith(`${origin}/`) && !/\s/.test(last)
}

/**
 * Returns a key to the address at the end of a paragraph. Its name is the words before the address
 * where they are few and end in a colon; others stand above it, and the address itself below, to
 * be copied.
 */
function keyOf(block: string): EmailPart {
  const end = block.lastIndexOf('\n')
  const [words, url] = [block.slice(0, Math.max(end, 0)), block.slice(end + 1)]
  const name = /^([^\n]+?)\p{Zs}?[:：]$/u.exec(words)?.[1]
  const isName = name !== undefined && name.length <= longestLabel
  const above = isName || words === '' ? [] : [paragraph(words)]
  const below = `<p class="soft" style="margin:0 0 20px;font-size:13px;color:#6b5546">${linked(url)}</p>`
  return {
    html: [...above, button(isName ? name : say('Open the page'), url, '0 0 8px'), { html: below }]
      .map(({ html }) => html)
      .join('\n'),
  }
}

const quotation = (first: string, quoted: readonly string[]): EmailPart => {
  const words = quoted.map((line) => linked(line.slice(2))).join('<br>')
  return { html: `${paragraph(first).html}\n<blockquote style="${emailStyles.blockquote}">${words}</blockquote>` }
}

const listOf = (lines: readonly string[]): EmailPart => {
  const items = lines.map((line) => `<li style="${emailStyles.li}">${linked(line.slice(2))}</li>`)
  return { html: `<ul style="${emailStyles.ul}">${items.join('\n')}</ul>` }
}
