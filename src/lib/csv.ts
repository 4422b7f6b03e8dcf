// The wide forms count as well where Japanese or Chinese is written.
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/
const plainNumber = /^-?\d+(?:\.\d+)?$/

const isFormula = (text: string) => formula.test(text) && !plainNumber.test(text)

/** A cell as spreadsheets read it: always quoted, and nothing in it is taken for a formula. */
const cell = (text: string) => `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** What stands at the front of a CSV file, to tell spreadsheets that it is UTF-8. */
export const csvMark = '\uFEFF'

/** One row as a line of CSV (RFC 4180). */
export const csvLine = (row: readonly string[]): string => `${row.map(cell).join(',')}\r\n`

/** Rows as a whole CSV file. */
export const toCsv = (rows: readonly (readonly string[])[]): string => csvMark + rows.map(csvLine).join('')
