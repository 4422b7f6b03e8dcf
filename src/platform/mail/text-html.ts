import { type EmailPart, type EmailPicture, emailHtml, emailStyles, linked, paragraph } from './email-html.ts'

// Receipts are lines of facts, each with its name before a colon, which French keeps apart from it.
const fact = /^([\p{Lu}\p{Lo}][\p{L}\p{Zs}-]{0,30}?)\p{Zs}?[:：]\s+(\S.*)$/u

/**
 * Returns the text of one of the program's emails as HTML: its paragraphs, its addresses as links,
 * its facts with their names set apart. Nothing of it is HTML already.
 */
export function htmlOfText(
  site: { name: string; origin: string },
  { subject, text, picture }: { subject: string; text: string; picture?: EmailPicture | undefined },
): string {
  const blocks = text
    .trim()
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
  return emailHtml({
    site,
    title: subject,
    preview: blocks.slice(1, 2).join('').replaceAll('\n', ' ').slice(0, 120),
    picture,
    body: blocks.map(partOf),
    foot: [],
  })
}

function partOf(block: string): EmailPart {
  const lines = block.split('\n')
  const facts = lines.map((line) => fact.exec(line))
  if (lines.every((line) => line.startsWith('- '))) return listOf(lines)
  if (lines.length < 2 || facts.includes(null)) return paragraph(block)
  const items = facts.map((found) => {
    const [, name = '', value = ''] = found ?? []
    return `<p style="margin:0 0 8px;color:#2b1a12"><b>${Bun.escapeHTML(name)}</b><br>${linked(value)}</p>`
  })
  return { html: `<div style="margin:0 0 16px">${items.join('\n')}</div>` }
}

const listOf = (lines: readonly string[]): EmailPart => {
  const items = lines.map((line) => `<li style="${emailStyles.li}">${linked(line.slice(2))}</li>`)
  return { html: `<ul style="${emailStyles.ul}">${items.join('\n')}</ul>` }
}
