import { numberText } from '../../lib/language/formats.ts'
import { readTable } from '../../lib/table/read-table.ts'
import { readCode, readCodeOfElsewhere } from '../../lib/text/spell-code.ts'

/** A code in a file of codes that were given out elsewhere; `tape` as the file names it. */
export type GivenCode = { line: number; code: string; tape: string | null }

/** The codes of a file, and the lines that hold none that can be used, each with its reason. */
export type GivenCodes = { codes: GivenCode[]; left: { line: number; why: string }[] }

const mostLines = 100_000
const isCodeColumn = (name: string) =>
  /^(?:download[\s-]*)?(?:codes?|c[oó]digos?|コード)$|^(?:gutschein|einl[oö]se|freischalt)-?codes?$|^ダウンロードコード$/i.test(
    name,
  )
const isTapeColumn = (name: string) =>
  /^(?:tape|casset|album|[aá]lbum|release|title|titel|t[ií]tulo|titre|item|アルバム|タイトル)(?:\s*(?:name|title))?$/i.test(
    name,
  )
// In the languages of the site; a cell that says nothing known counts as used.
const isUsedColumn = (name: string) =>
  /^(?:is\s)?(?:used|redeemed|claimed|redemption|status|state)\??(?:\s*(?:at|on|by|date))?$|^(?:benutzt|verwendet|genutzt|eingel[oö]st|gebraucht|verbraucht)(?:\s*(?:am|von))?$|^(?:usado|utilizado|canjeado|estado)$|^(?:utilis[eé]|[eé]chang[eé]|statut|[eé]tat)(?:\s*le)?$|使用|引換|利用|状態/i.test(
    name,
  )
const isUnused = (text: string) =>
  /^(?:|0|no|n|false|-|–|unused|open|active|available|unredeemed|not (?:yet )?(?:used|redeemed)|nein|falsch|frei|offen|unbenutzt|nicht eingel[oö]st|falso|libre|disponible|sin usar|non|faux|non utilis[eé]|いいえ|未|未使用|未引換|×)$/i.test(
    text,
  )

/**
 * Reads a CSV, or a list with a code a line. A line before the codes may name the columns: `code`,
 * the tape that it is for, and whether it is used. Never throws: a file that is no CSV has lines
 * without codes.
 */
export function readGivenCodes(text: string): GivenCodes {
  const rows = readTable(text)
  const head = rows.findIndex(({ cells }) => cells.some(isCodeColumn))
  const names = rows[head]?.cells ?? []
  const at = {
    code: Math.max(0, names.findIndex(isCodeColumn)),
    tape: names.findIndex(isTapeColumn),
    used: names.findIndex(isUsedColumn),
  }
  const found: GivenCodes = { codes: [], left: [] }
  for (const { line, cells } of rows.slice(head + 1)) {
    const code = cells[at.code] ?? ''
    const why =
      line > mostLines ? `a file has at most ${numberText(mostLines)} lines` : faultOf(code, cells[at.used] ?? '')
    if (why !== undefined) found.left.push({ line, why })
    else found.codes.push({ line, code, tape: cells[at.tape] || null })
  }
  return found
}

function faultOf(code: string, used: string): string | undefined {
  if (!isUnused(used)) return 'used elsewhere already'
  return readCode(code) === null && readCodeOfElsewhere(code) === null
    ? 'no code of 8 or more letters and digits'
    : undefined
}
