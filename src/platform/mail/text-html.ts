import { say } from '../../lib/language/say.ts'
import {
  button,
  type EmailLook,
  type EmailPart,
  type EmailStyles,
  emailHtml,
  emailStyles,
  footLine,
  linked,
  paragraph,
} from './email-html.ts'

/** The line in an email's text above what is of less use. */
export const lineInText = '-'.repeat(32)

// Receipts are lines of facts, each with its name before a colon, which French keeps apart from it.
const fact = /^([\p{Lu}\p{Lo}][\p{L}\p{Zs}-]{0,30}?)\p{Zs}?[:：]\s+(\S.*)$/u

/**
 * Returns the text of one of the program's emails as HTML: its paragraphs, the first address of the
 * site in a line of its own as a key, other addresses as links, and facts as a table. Paragraphs
 * below a line are small and hold no key. Nothing of it is HTML already. `foot`: its last lines.
 */
export function htmlOfText(
  site: { name: string; origin: string },
  { subject, text, look, foot }: { subject: string; text: string; look: EmailLook; foot: readonly string[] },
): string {
  const styles = emailStyles(look)
  const blocks = text
    .trim()
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
  const line = blocks.indexOf(lineInText)
  const end = line < 0 ? blocks.length : line
  const main = blocks.findIndex((block, place) => place < end && endsInAddress(site.origin, block))
  return emailHtml({
    site,
    title: subject,
    preview: blocks.slice(1, 2).join('').replaceAll('\n', ' ').slice(0, 120),
    look,
    body: blocks.map((block, place) => {
      if (place === main) return keyOf(look, styles, block)
      return place === line ? { html: `<hr style="${styles.hr}">` } : partOf(styles, block, place < end ? 'p' : 'soft')
    }),
    foot: foot.map((words) => footLine(linked(styles, words))),
  })
}

function partOf(styles: EmailStyles, block: string, kind: 'p' | 'soft'): EmailPart {
  const lines = block.split('\n')
  const [first = '', ...quoted] = lines
  if (quoted.length > 0 && quoted.every((line) => line.startsWith('> '))) return quotation(styles, first, quoted)
  const facts = lines.map((line) => fact.exec(line))
  if (lines.every((line) => line.startsWith('- '))) return listOf(styles, lines)
  if (lines.length < 2 || facts.includes(null)) return paragraph(styles, block, kind)
  const rows = facts.map((found) => {
    const [, name = '', value = ''] = found ?? []
    const [head, cell] = ['padding:3px 16px 3px 0;font-weight:normal;white-space:nowrap', 'padding:3px 0']
    return `<tr><th scope="row" align="left" valign="top" style="${styles.soft};${head}">${Bun.escapeHTML(name)}</th><td valign="top" style="${styles.p};${cell}">${linked(styles, value)}</td></tr>`
  })
  return {
    html: `<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px;font-size:14px;line-height:1.45">${rows.join('\n')}</table>`,
  }
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
function keyOf(look: EmailLook, styles: EmailStyles, block: string): EmailPart {
  const end = block.lastIndexOf('\n')
  const [words, url] = [block.slice(0, Math.max(end, 0)), block.slice(end + 1)]
  const name = /^([^\n]+?)\p{Zs}?[:：]$/u.exec(words)?.[1]
  const isName = name !== undefined && name.length <= longestLabel
  const above = isName || words === '' ? [] : [paragraph(styles, words)]
  const key = button(look, isName ? name : say('Open the page'), url, '4px 0 8px')
  return { html: [...above, key, paragraph(styles, url, 'soft')].map(({ html }) => html).join('\n') }
}

const quotation = (styles: EmailStyles, first: string, quoted: readonly string[]): EmailPart => {
  const words = quoted.map((line) => linked(styles, line.slice(2))).join('<br>')
  return { html: `${paragraph(styles, first).html}\n<blockquote style="${styles.blockquote}">${words}</blockquote>` }
}

const listOf = (styles: EmailStyles, lines: readonly string[]): EmailPart => {
  const items = lines.map((line) => `<li style="${styles.li}">${linked(styles, line.slice(2))}</li>`)
  return { html: `<ul style="${styles.ul}">${items.join('\n')}</ul>` }
}
